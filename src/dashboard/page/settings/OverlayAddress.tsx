import { useEffect, useState } from 'preact/hooks'
import { service } from '../app/page.ts'
import { CopyLine } from '../ui/CopyLine.tsx'
import { attempt } from '../ui/errorText.ts'
import { TwoPressButton } from '../ui/TwoPressButton.tsx'
import { t } from '../words/words.ts'

interface OverlayKey {
  overlayKey: string | null
}

/** The address that a streaming tool shows over the picture; whoever has it can watch, and nothing else. */
export function OverlayAddress() {
  const [key, setKey] = useState<string | null>(null)
  useEffect(() => {
    void attempt(async () => setKey((await service.get<OverlayKey>('/tenant/overlay-key')).overlayKey))
  }, [])
  const make = (): Promise<boolean> =>
    attempt(async () => setKey((await service.post<OverlayKey>('/tenant/overlay-key')).overlayKey))
  const revoke = (): Promise<boolean> =>
    attempt(async () => {
      await service.delete('/tenant/overlay-key')
      setKey(null)
    })
  return (
    <section class="sheet" aria-labelledby="overlay-title">
      <h2 id="overlay-title">{t('settings.overlay')}</h2>
      <p class="hint">{t('settings.overlayWhy')}</p>
      {key === null ? (
        <button type="button" class="button" onClick={() => void make()}>
          {t('settings.overlayMake')}
        </button>
      ) : (
        <>
          <CopyLine label={t('settings.overlay')} value={`${location.origin}/overlay/${key}`} />
          <TwoPressButton act="revoke overlay" confirm={t('do.confirm')} onConfirm={() => void revoke()}>
            {t('settings.overlayRevoke')}
          </TwoPressButton>
        </>
      )}
    </section>
  )
}
