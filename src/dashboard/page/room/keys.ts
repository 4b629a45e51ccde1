import { useEffect } from 'preact/hooks'
import { disarm } from '../ui/twoPress.ts'
import type { RoomActions } from './RoomActions.ts'

/** Where keys mean text, or belong to the control itself. */
const TYPING = 'input, textarea, select, dialog, [contenteditable]'
const PRESSABLE = 'button, a, summary, [role="option"]'

/** The control room by keyboard: E extend, C C close, Space Space start next, digits choose next, Escape takes back. */
export function useKeys(actions: RoomActions): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as Element
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.closest(TYPING) !== null)
        return
      const key = event.key.toLowerCase()
      if (key === 'e') void actions.extend()
      else if (key === 'c') actions.pressClose()
      else if (key === ' ' && target.closest(PRESSABLE) === null) actions.pressStart()
      else if (/^[1-9]$/.test(key)) actions.choose(Number(key) - 1)
      else if (key === 'escape') disarm()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [actions])
}
