import type { RunningItem } from '../live/RunningItem.ts'
import { t } from '../words/words.ts'

/** How much of the stock is claimed, as a bar that fills and in words. */
export function StockBar({ item }: { item: RunningItem }) {
  const { claimed, stock, waitlist } = item
  return (
    <div class="stock">
      <progress
        class="stock-bar"
        value={claimed}
        max={Math.max(1, stock)}
        aria-label={t('room.claimed', { claimed, stock })}
      />
      <p>
        <strong>{t('room.claimed', { claimed, stock })}</strong>
        {waitlist.length > 0 && <span class="quiet"> · {t('room.waiting', { n: waitlist.length })}</span>}
      </p>
    </div>
  )
}
