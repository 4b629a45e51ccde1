import { t } from '../words/words.ts'
import { dismiss, hold, release, toasts, type Toast } from './toasts.ts'

export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map((toast) => (
        <p key={toast.number} class="toast" data-tone={toast.tone} {...held(toast)}>
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

/** What can be pressed stays under the hand; what only tells goes in its time, wherever the pointer rests. */
function held({ number, undo }: Toast) {
  if (undo === undefined) return {}
  const [stay, go] = [() => hold(number), () => release(number)]
  return { onPointerEnter: stay, onPointerLeave: go, onFocusIn: stay, onFocusOut: go }
}
