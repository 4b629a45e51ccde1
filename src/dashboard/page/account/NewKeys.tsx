import { signal } from '@preact/signals'
import { t } from '../words/words.ts'
import { CopyLine } from '../ui/CopyLine.tsx'
import { Door } from './Door.tsx'

export interface ApiKeys {
  apiKey: string
  apiSecret: string
}

/** Keys that were just made and are shown this once; null when there are none. */
export const shownKeys = signal<ApiKeys | null>(null)

export function NewKeys({ keys }: { keys: ApiKeys }) {
  return (
    <Door title={t('signUp.secretTitle')} lead={t('signUp.secretLead')}>
      <CopyLine label={t('signUp.apiKey')} value={keys.apiKey} />
      <CopyLine label={t('signUp.apiSecret')} value={keys.apiSecret} />
      <button type="button" class="button primary wide" onClick={() => (shownKeys.value = null)}>
        {t('signUp.secretDone')}
      </button>
    </Door>
  )
}
