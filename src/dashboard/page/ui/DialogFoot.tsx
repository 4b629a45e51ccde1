import { t } from '../words/words.ts'
import { FormError } from './FormError.tsx'

interface Props {
  error: unknown
  isBusy: boolean
  /** What the button says that sends the form. */
  submit: string
  onClose: () => void
}

/** The foot of a dialog that holds a form: what the service refused, the way back and the way on. */
export function DialogFoot({ error, isBusy, submit, onClose }: Props) {
  return (
    <>
      <FormError error={error} />
      <footer>
        <button type="button" class="button" onClick={onClose}>
          {t('do.cancel')}
        </button>
        <button class="button primary" disabled={isBusy}>
          {submit}
        </button>
      </footer>
    </>
  )
}
