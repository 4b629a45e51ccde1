import { useState } from 'preact/hooks'
import { fieldError } from './errorText.ts'

/**
 * A form that sends its fields once at a time and keeps what the service said about them.
 * `submit` receives the trimmed texts of the form's fields.
 */
export function useForm(submit: (fields: Record<string, string>) => Promise<void>) {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget as HTMLFormElement
    const fields = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
    )
    setBusy(true)
    setError(null)
    try {
      await submit(fields)
    } catch (failure) {
      setError(failure)
      form.querySelector<HTMLElement>('[aria-invalid="true"], input')?.focus()
    } finally {
      setBusy(false)
    }
  }
  return {
    error,
    isBusy,
    onSubmit: (event: SubmitEvent): void => void send(event),
    errorOf: (field: string) => fieldError(error, field),
  }
}
