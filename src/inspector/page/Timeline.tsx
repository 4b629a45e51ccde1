import { useEffect } from 'preact/hooks'
import { timeOfDay } from './amounts.ts'
import { ExportButton } from './ExportButton.tsx'
import {
  goToStep,
  isFollowing,
  isImported,
  isPlaying,
  isWhatIf,
  selectedActor,
  shownIndex,
  shownStep,
  shownSteps,
} from './inspected.ts'
import { WhatIf } from './WhatIf.tsx'

const STEP_EVERY_MS = 700

/** An item's life to go through: by the slider, the arrow keys, or played. */
export function Timeline() {
  const count = shownSteps.value.length
  const index = shownIndex.value
  const step = shownStep.value
  const isLast = index >= count - 1
  useEffect(() => {
    if (!isPlaying.value) return
    const timer = setInterval(() => {
      if (shownIndex.value >= shownSteps.value.length - 1) isPlaying.value = false
      else goToStep(shownIndex.value + 1)
    }, STEP_EVERY_MS)
    return () => clearInterval(timer)
  }, [isPlaying.value])
  if (step === null) return <footer class="timeline" aria-busy="true" />
  const isLive = isFollowing.value && selectedActor.value !== null && !isWhatIf.value
  const play = (): void => {
    if (isLast && !isPlaying.value) goToStep(0)
    isPlaying.value = !isPlaying.value
  }
  return (
    <footer class="timeline" aria-label="Time travel" role="group" data-unreal={isWhatIf.value}>
      <div class="timeline-line">
        <button
          type="button"
          class="icon-button"
          aria-label="One event back"
          disabled={index <= 0}
          onClick={() => goToStep(index - 1)}
        >
          <Sign path="M15 6l-6 6 6 6" />
        </button>
        <button
          type="button"
          class="icon-button play"
          aria-label={isPlaying.value ? 'Pause' : 'Play'}
          onClick={play}
        >
          <Sign path={isPlaying.value ? 'M9 6v12M15 6v12' : 'M8 5.500v13l10.500-6.500z'} />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="One event on"
          disabled={isLast}
          onClick={() => goToStep(index + 1)}
        >
          <Sign path="M9 6l6 6-6 6" />
        </button>
        <input
          type="range"
          aria-label="Event"
          aria-valuetext={`Event ${String(index + 1)} of ${String(count)}: ${step.said}, ${step.words}`}
          min={0}
          max={Math.max(0, count - 1)}
          value={index}
          onInput={(event) => {
            isPlaying.value = false
            goToStep(Number(event.currentTarget.value))
          }}
        />
        <span class="timeline-place">
          {index + 1} / {count}
        </span>
        {isLive ? (
          <span class="badge" data-tone="live">
            Live
          </span>
        ) : (
          <time>{timeOfDay(step.at)}</time>
        )}
      </div>
      <div class="timeline-acts">
        <WhatIf step={step} />
        {isImported.value && <span class="badge">from a file</span>}
        <ExportButton />
      </div>
    </footer>
  )
}

function Sign({ path }: { path: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
