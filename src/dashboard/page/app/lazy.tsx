import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { RequestError } from './Service.ts'
import { errorText } from '../ui/errorText.ts'
import { t } from '../words/words.ts'

/** A screen whose code is fetched when it is first opened; when that fails, the page says so and offers another try. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | 'failed' | null>(null)
  let isLoading = false
  const fetchCode = (): void => {
    if (isLoading) return
    isLoading = true
    loaded.value = null
    load()
      .then(
        (component) => (loaded.value = component),
        () => (loaded.value = 'failed'),
      )
      .finally(() => (isLoading = false))
  }
  return function Lazy(props: Props) {
    const Loaded = loaded.value
    if (Loaded === 'failed') {
      return (
        <div class="empty" role="alert">
          <p>{errorText(new RequestError({ code: 'unreachable' }))}</p>
          <button type="button" class="button" onClick={fetchCode}>
            {t('do.retry')}
          </button>
        </div>
      )
    }
    if (Loaded !== null) return <Loaded {...props} />
    fetchCode()
    return <div class="waiting" aria-busy="true" />
  }
}
