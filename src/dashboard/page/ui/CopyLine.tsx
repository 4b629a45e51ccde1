import { useState } from 'preact/hooks'
import { t } from '../words/words.ts'

/** A value to be taken elsewhere. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <div class="copy-line">
      <span class="label">{label}</span>
      <code>{value}</code>
      <button type="button" class="button small" onClick={() => void copy().catch(() => undefined)}>
        {isCopied ? t('do.copied') : t('do.copy')}
      </button>
    </div>
  )
}
