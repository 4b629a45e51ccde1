import { useEffect, useState } from 'preact/hooks'
import { say } from '../../dashboard/page/ui/toasts.ts'
import type { WhatIfChange } from '../recording/Step.ts'
import { change, changes, isWhatIf, realEnding, recording, shownSteps, undoChanges } from './inspected.ts'
import type { ShownStep } from './ShownStep.ts'

/** Asks how it would have ended had one event been another, or none. What is shown then is marked as not real. */
export function WhatIf({ step }: { step: ShownStep }) {
  const index = step.recorded
  const recorded = index === null ? undefined : recording.value?.events[index]
  const event = recorded?.event ?? null
  const [figure, setFigure] = useState('')
  useEffect(() => setFigure(figureOf(event)), [event])
  if (isWhatIf.value) return <OtherEnding />
  if (index === null || event === null || event.type === 'tick' || event.type === 'activate') {
    return <p class="quiet">Step to a bid or a command to ask “what if?”</p>
  }
  const apply = (what: WhatIfChange): void => {
    try {
      change(what)
    } catch (error) {
      say(error instanceof Error ? error.message : 'That cannot be changed.', { tone: 'error' })
    }
  }
  const changed = withFigure(event, figure)
  return (
    <form
      class="what-if"
      aria-label="What if"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        if (changed !== null) apply({ index, event: changed })
      }}
    >
      <span>What if</span>
      {figureOf(event) !== '' && (
        <>
          <input
            type="number"
            aria-label={event.type === 'bid' ? 'Other amount' : 'Other number'}
            value={figure}
            min={0}
            step="any"
            onInput={({ currentTarget }) => setFigure(currentTarget.value)}
          />
          <button class="button small" disabled={changed === null || figure === figureOf(event)}>
            Try
          </button>
          <span>or</span>
        </>
      )}
      <button type="button" class="button small" onClick={() => apply({ index, event: null })}>
        Leave it out
      </button>
    </form>
  )
}

/** How it would have ended, beside how it did. */
function OtherEnding() {
  const other = shownSteps.value.at(-1)
  const real = realEnding.value
  return (
    <div class="not-real" role="status">
      <p>
        <b>Not real.</b> {changes.value.length === 1 ? 'One event' : `${String(changes.value.length)} events`}{' '}
        changed. It would have ended: <b>{other?.words ?? '?'}</b>. It ended: {real?.words ?? '?'}.
      </p>
      <button type="button" class="button small" onClick={undoChanges}>
        Back to what happened
      </button>
    </div>
  )
}

type Changeable = NonNullable<WhatIfChange['event']>

/** The one number of an event that can be another: an amount in major units, seconds or pieces. */
function figureOf(event: Changeable | null): string {
  if (event?.type === 'bid') return String(event.amount / 100)
  if (event?.type === 'extend') return String(event.seconds)
  return event?.type === 'stock' ? String(event.stockQuantity) : ''
}

function withFigure(event: Changeable, figure: string): Changeable | null {
  const value = Number(figure)
  if (figure.trim() === '' || !Number.isFinite(value) || value < 0) return null
  if (event.type === 'bid') return { ...event, amount: Math.round(value * 100) as typeof event.amount }
  if (!Number.isInteger(value)) return null
  if (event.type === 'extend') return value === 0 ? null : { ...event, seconds: value }
  return event.type === 'stock' ? { ...event, stockQuantity: value } : null
}
