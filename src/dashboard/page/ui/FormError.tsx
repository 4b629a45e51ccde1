import { errorText } from './errorText.ts'

export function FormError({ error }: { error: unknown }) {
  return error === null ? null : (
    <p class="form-error" role="alert">
      {errorText(error)}
    </p>
  )
}
