import { batch, computed, effect, signal } from '@preact/signals'
import { account, service } from '../../dashboard/page/app/page.ts'
import { attempt } from '../../dashboard/page/ui/errorText.ts'
import type { LiveItem, LiveMessage } from '../live/LiveMessage.ts'
import type { Recording } from '../recording/Recording.ts'
import type { WhatIfChange } from '../recording/Step.ts'
import { steps, whatIf } from '../recording/steps.ts'
import { LiveTopic } from './LiveTopic.ts'
import { keyOf, leafId, ofLive, ofStep, type ShownStep } from './ShownStep.ts'

/** A running item as the topic shows it. */
export interface LiveActor {
  item: LiveItem
  /** Id of its innermost state. */
  state: string
  steps: readonly ShownStep[]
}

const LIVE_STEPS_KEPT_MAX = 2_000

/** Everything the topic has told of, by id; what ends stays until the page is left. */
export const actors = signal<ReadonlyMap<string, LiveActor>>(new Map())
/** What is looked at: a recording, imported or of the service. */
export const recording = signal<Recording | null>(null)
export const selectedId = signal<string | null>(null)
export const isImported = signal(false)
/** What another ending has otherwise; none: what really happened. */
export const changes = signal<readonly WhatIfChange[]>([])
/** The step that is shown; null: always the newest. */
const chosenStep = signal<number | null>(null)
export const isPlaying = signal(false)

export const isWhatIf = computed(() => changes.value.length > 0)

const recorded = computed(() => (recording.value === null ? [] : steps(recording.value).map(ofStep)))

/** Every step of the selected item: those of its log, then those that came since. */
export const shownSteps = computed<readonly ShownStep[]>(() => {
  if (recording.value !== null && isWhatIf.value) return whatIf(recording.value, changes.value).map(ofStep)
  if (isImported.value) return recorded.value
  const known = new Set(recorded.value.map(keyOf))
  const since = selectedActor.value?.steps.filter((step) => !known.has(keyOf(step))) ?? []
  return [...recorded.value, ...since]
})
export const realEnding = computed(() => recorded.value.at(-1) ?? null)
export const selectedActor = computed(() => {
  const id = selectedId.value
  return id === null || isImported.value ? null : (actors.value.get(id) ?? null)
})
export const shownIndex = computed(() => {
  const last = shownSteps.value.length - 1
  return chosenStep.value === null ? last : Math.min(chosenStep.value, last)
})
export const shownStep = computed(() => shownSteps.value[shownIndex.value] ?? null)
/** Whether the newest step is shown, whatever comes. */
export const isFollowing = computed(() => chosenStep.value === null)

export const topic = new LiveTopic(account, {
  onOpen: () => (actors.value = new Map()),
  onMessage: receive,
})

export function startInspector(): void {
  effect(() => {
    if (account.signedIn.value) void topic.start()
    else topic.stop()
  })
}

function receive(message: LiveMessage): void {
  if (message.type === '@xstate.event') return
  const held = actors.value.get(message.sessionId)
  const isNew = message.type === '@xstate.actor'
  const actor: LiveActor = {
    item: message.item,
    state: leafId(message.snapshot.value),
    steps: [...(held?.steps ?? []), ...(isNew ? [] : [ofLive(message)])].slice(-LIVE_STEPS_KEPT_MAX),
  }
  actors.value = new Map(actors.value).set(message.sessionId, actor)
}

/** Shows an item of the service. */
export async function select(id: string): Promise<void> {
  open(id, null, false)
  await readAgain()
}

/** Reads the selected item's log up to now; what the topic told of is in it by then. */
export async function readAgain(): Promise<void> {
  const id = selectedId.value
  if (id === null || isImported.value || isWhatIf.value) return
  await attempt(async () => {
    const read = await service.get<Recording>(`/inspector/items/${id}/recording`)
    if (selectedId.value === id && !isImported.value && !isWhatIf.value) recording.value = read
  })
}

/** Shows a recording that came from a file. */
export const openImported = (imported: Recording): void => open(imported.item.id, imported, true)

function open(id: string, read: Recording | null, imported: boolean): void {
  batch(() => {
    selectedId.value = id
    recording.value = read
    isImported.value = imported
    changes.value = []
    isPlaying.value = false
    chosenStep.value = imported ? 0 : null
  })
}

/** Goes to a step; past the last one the newest is followed again. */
export function goToStep(index: number): void {
  const last = shownSteps.value.length - 1
  const isPast = index >= last && selectedActor.value !== null && !isWhatIf.value
  const wasFollowing = isFollowing.value
  chosenStep.value = isPast ? null : Math.max(0, Math.min(index, last))
  // Only what stands in the log can be asked “what if?”.
  if (wasFollowing && !isPast && last >= recorded.value.length) void readAgain()
}

/**
 * Looks at another ending, from the first step that differs.
 * @throws RangeError when the event cannot be changed so
 */
export function change(what: WhatIfChange): void {
  if (recording.value === null) return
  const next = [...changes.value.filter(({ index }) => index !== what.index), what]
  const at = whatIf(recording.value, next).findIndex(({ recorded }) => (recorded ?? -1) >= what.index)
  batch(() => {
    changes.value = next
    isPlaying.value = false
    chosenStep.value = Math.max(0, at)
  })
}

/** Back to what really happened. */
export function undoChanges(): void {
  batch(() => {
    changes.value = []
    chosenStep.value = shownIndex.value
  })
}
