import { goToStep, isPlaying, shownIndex, shownSteps } from './inspected.ts'

const TYPED_IN = 'input, select, textarea, [role="tab"], [role="slider"]'

/** The arrows step through an item's life, wherever nothing else takes them. */
export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (target instanceof Element && target.matches(TYPED_IN)) return
    const at = shownIndex.value
    const last = shownSteps.value.length - 1
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[key]
    if (to === undefined || last < 0) return
    event.preventDefault()
    isPlaying.value = false
    goToStep(to)
  })
}
