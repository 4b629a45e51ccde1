import { useState } from 'preact/hooks'
import type { ApiKeys } from '../account/NewKeys.tsx'
import { service } from '../app/page.ts'
import { readTenant, type Tenant } from '../app/tenant.ts'
import { CopyLine } from '../ui/CopyLine.tsx'
import { attempt } from '../ui/errorText.ts'
import { TwoPressButton } from '../ui/TwoPressButton.tsx'
import { t } from '../words/words.ts'

/** The keys of the shop's own software. Secrets are shown once, when they are made. */
export function Keys({ shop }: { shop: Tenant }) {
  const [keys, setKeys] = useState<ApiKeys | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const renewKeys = (): Promise<boolean> =>
    attempt(async () => {
      setKeys(await service.post<ApiKeys>('/auth/api-key/regenerate'))
      await readTenant()
    })
  const renewSecret = (): Promise<boolean> =>
    attempt(async () => {
      const made = await service.post<{ webhookSecret: string }>('/tenant/webhook-secret/regenerate')
      setSecret(made.webhookSecret)
    })
  return (
    <section class="sheet" aria-labelledby="keys-title">
      <h2 id="keys-title">{t('settings.keys')}</h2>
      <CopyLine label={t('signUp.apiKey')} value={keys?.apiKey ?? shop.apiKey} />
      {keys !== null && (
        <CopyLine label={`${t('signUp.apiSecret')} · ${t('settings.secretShown')}`} value={keys.apiSecret} />
      )}
      {secret !== null && <CopyLine label={t('settings.secretShown')} value={secret} />}
      <p class="hint">{t('settings.newKeysWhy')}</p>
      <div class="row-acts">
        <TwoPressButton act="new keys" confirm={t('do.confirm')} onConfirm={() => void renewKeys()}>
          {t('settings.newKeys')}
        </TwoPressButton>
        <TwoPressButton act="new secret" confirm={t('do.confirm')} onConfirm={() => void renewSecret()}>
          {t('settings.newSecret')}
        </TwoPressButton>
      </div>
    </section>
  )
}
