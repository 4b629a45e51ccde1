import { readAgain, recording, selectedActor } from './inspected.ts'

/** Saves what really happened as a file, to be opened here or in a bug report. */
export function ExportButton() {
  if (recording.value === null) return null
  const save = async (): Promise<void> => {
    if (selectedActor.value !== null) await readAgain()
    const held = recording.value
    if (held === null) return
    const url = URL.createObjectURL(
      new Blob([`${JSON.stringify(held, null, 2)}\n`], { type: 'application/json' }),
    )
    const link = document.createElement('a')
    link.href = url
    link.download = `item-${held.item.id}.recording.json`
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 1_000)
  }
  return (
    <button type="button" class="button small" onClick={() => void save()}>
      Export
    </button>
  )
}
