import { useMemo, useState } from 'preact/hooks'
import { createReader, type Reading } from '../../../../machines/comments/index.ts'
import { toMajor } from '../../../../machines/money.ts'
import { changeTenant, type Tenant } from '../app/tenant.ts'
import { Field, Labelled } from '../ui/Field.tsx'
import { money } from '../words/format.ts'
import { t } from '../words/words.ts'
import { SettingsForm } from './SettingsForm.tsx'

const wordsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The shop's own claim words, tried out at once by the very rules that the service reads comments with. */
export function ClaimWords({ shop }: { shop: Tenant }) {
  const [words, setWords] = useState((shop.settings.claimKeywords ?? []).join('\n'))
  const [sample, setSample] = useState(() => t('settings.previewIn'))
  const read = useMemo(() => createReader(readerSettings(shop, words)), [shop, words])
  const inAuction = effectOf(read(sample, 'auction'), 'auction')
  const atFixedPrice = effectOf(read(sample, 'fixed_price'), 'fixed_price')
  return (
    <SettingsForm
      title={t('settings.reading')}
      save={({ words: text = '' }) => changeTenant({ settings: { claimKeywords: wordsOf(text) } })}
    >
      {() => (
        <>
          <Labelled label={t('settings.claimWords')} hint={t('settings.claimWordsHint')}>
            <textarea
              name="words"
              rows={4}
              value={words}
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          </Labelled>
          <Field
            label={t('settings.preview')}
            name="sample"
            value={sample}
            onInput={(event) => setSample(event.currentTarget.value)}
          />
          <dl class="preview" aria-live="polite">
            <dt>{t('settings.previewAuction')}</dt>
            <dd data-counts={inAuction.counts}>{inAuction.text}</dd>
            <dt>{t('settings.previewFixed')}</dt>
            <dd data-counts={atFixedPrice.counts}>{atFixedPrice.text}</dd>
          </dl>
        </>
      )}
    </SettingsForm>
  )
}

function readerSettings(shop: Tenant, words: string): { claimKeywords?: string[]; currency?: string } {
  const own = wordsOf(words)
  const { currency } = shop.settings
  return {
    ...(own.length === 0 ? {} : { claimKeywords: own }),
    ...(currency === undefined ? {} : { currency }),
  }
}

/** What a comment comes to: a claim counts at a fixed price only, an amount in an auction only. */
function effectOf(reading: Reading, mode: 'auction' | 'fixed_price'): { counts: boolean; text: string } {
  if (reading.kind === 'bid') {
    const amount = money(toMajor(reading.amount))
    return mode === 'auction'
      ? { counts: true, text: t('settings.readsAs.bid', { amount }) }
      : { counts: false, text: t('mark.bid_on_fixed_price') }
  }
  if (reading.kind === 'claim') {
    return mode === 'fixed_price'
      ? { counts: true, text: t('settings.readsAs.claim') }
      : { counts: false, text: t('settings.readsAs.claimInAuction') }
  }
  return { counts: false, text: t('settings.readsAs.chatter') }
}
