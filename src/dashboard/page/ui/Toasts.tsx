import { t } from '../words/words.ts'
import { dismiss, toasts } from './toasts.ts'

export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map((toast) => (
        <p key={toast.number} class="toast" data-tone={toast.tone}>
          {toast.text}
          {toast.undo !== undefined && (
            <button
              type="button"
              class="link-button"
              onClick={() => {
                toast.undo?.()
                dismiss(toast.number)
              }}
            >
              {t('do.undo')}
            </button>
          )}
        </p>
      ))}
    </div>
  )
}
