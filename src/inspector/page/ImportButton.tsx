import { useRef } from 'preact/hooks'
import { say } from '../../dashboard/page/ui/toasts.ts'
import { AppError } from '../../runtime/errors.ts'
import { parseRecording } from '../recording/parseRecording.ts'
import { openImported } from './inspected.ts'

/** Opens a recording from a file; it stays in the browser. */
export function ImportButton() {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    try {
      openImported(parseRecording(await file.text()))
    } catch (error) {
      say(`${file.name} is no recording that can be read. ${whyNot(error)}`, { tone: 'error' })
    }
    if (input.current !== null) input.current.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="Recording to open"
        hidden
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
      <button type="button" class="button small wide" onClick={() => input.current?.click()}>
        Open a recording …
      </button>
    </>
  )
}

function whyNot(error: unknown): string {
  if (!(error instanceof AppError)) return 'Export it again and open it as it is.'
  const [first] = Object.entries(error.details ?? {})
  return first === undefined ? error.message : `${first[0]}: ${first[1].join(', ')}`
}
