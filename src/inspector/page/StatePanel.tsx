import { useEffect, useState } from 'preact/hooks'
import { selectedActor, shownStep } from './inspected.ts'
import { isRefused, type ShownStep } from './ShownStep.ts'
import { amount, timeOfDay } from './amounts.ts'

/** What bidding moves stands first; a database keeps no order. */
const CONTEXT_ORDER = [
  'price',
  'lead',
  'bidsPending',
  'claimsAccepted',
  'claimants',
  'stockQuantity',
  'endsAt',
  'timeLimitSeconds',
  'extensions',
  'mode',
  'increment',
  'itemId',
  'rules',
] as const satisfies readonly (keyof ShownStep['context'])[]

/** Where the item stands after the shown step: why, what changed, and all that it knows. */
export function StatePanel() {
  const step = shownStep.value
  if (step === null) return <p class="quiet">Reading …</p>
  return (
    <div class="state-panel">
      <Why step={step} />
      <Running />
      <h3>Context</h3>
      <dl class="context">
        {CONTEXT_ORDER.map((field) => (
          <Field
            key={field}
            field={field}
            value={step.context[field]}
            change={step.changes.find((change) => change.field === field)}
          />
        ))}
      </dl>
    </div>
  )
}

function Why({ step }: { step: ShownStep }) {
  return (
    <section class="why" aria-label="What happened" data-refused={isRefused(step)}>
      <p class="why-said">{step.said}</p>
      <p class="why-words">{step.words}</p>
      {step.guards.length > 0 && (
        <ul class="guards" aria-label="Guards asked">
          {step.guards.map(({ name, words, said, because, transition }) => (
            <li key={transition} data-said={said ? 'yes' : 'no'}>
              <b>{said ? 'yes' : 'no'}</b> <code>{name}</code>
              <span class="guard-words">{words}</span>
              {because !== '' && <span class="guard-because">{because}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What only a running item has: its place in the engine. */
function Running() {
  const actor = selectedActor.value
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  if (actor === null || (actor.item.status !== 'active' && actor.item.status !== 'countdown')) return null
  const { deadline, mailbox } = actor.item
  const seconds = deadline === null ? null : Math.max(0, Math.round((deadline - now) / 1_000))
  return (
    <dl class="engine">
      <dt>Next deadline</dt>
      <dd>{seconds === null ? 'none' : `in ${String(seconds)} s`}</dd>
      <dt>Engine’s mailbox</dt>
      <dd>{mailbox === 0 ? 'empty' : `${String(mailbox)} waiting`}</dd>
    </dl>
  )
}

interface Change {
  before: unknown
  after: unknown
}

function Field({ field, value, change }: { field: string; value: unknown; change: Change | undefined }) {
  const isTree = typeof value === 'object' && value !== null
  return (
    <>
      <dt data-changed={change !== undefined}>{field}</dt>
      <dd data-changed={change !== undefined}>
        {change !== undefined && change.before !== null && !isTree && (
          <>
            <del>{shown(field, change.before)}</del> <span aria-hidden="true">→</span>{' '}
          </>
        )}
        {isTree ? (
          <Tree value={value} before={change?.before} />
        ) : change === undefined ? (
          shown(field, value)
        ) : (
          <ins>{shown(field, value)}</ins>
        )}
      </dd>
    </>
  )
}

/** An object's fields; where it stood otherwise before, each with what it was. */
function Tree({ value, before }: { value: object; before: unknown }) {
  const was = Object(before) as Record<string, unknown>
  return (
    <dl class="tree">
      {Object.entries(value).map(([name, inner]: [string, unknown]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {typeof inner === 'object' && inner !== null ? (
              <Tree value={inner} before={was[name]} />
            ) : name in was && was[name] !== inner ? (
              <>
                <del>{shown(name, was[name])}</del> <span aria-hidden="true">→</span>{' '}
                <ins>{shown(name, inner)}</ins>
              </>
            ) : (
              shown(name, inner)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A value as an engineer reads it: amounts in the shop's currency, moments as times, all else as it stands. */
function shown(field: string, value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  // Of an id the end tells it from others; the beginning is a time that many share.
  if (typeof value === 'string') return UUID.test(value) ? `…${value.slice(-12)}` : value
  if (typeof value !== 'number') return typeof value === 'boolean' ? String(value) : '–'
  if (['price', 'increment', 'amount'].includes(field)) return amount(value)
  return field === 'endsAt' ? timeOfDay(value) : String(value)
}
