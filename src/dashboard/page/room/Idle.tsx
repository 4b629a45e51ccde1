import type { SessionResult } from '../../../protocol/resources.ts'
import type { Show } from '../live/Show.ts'
import { Icon } from '../ui/Icon.tsx'
import { money } from '../words/format.ts'
import { t } from '../words/words.ts'
import type { RoomActions } from './RoomActions.ts'

/** The place of the running item while there is none: the winner of the last one, or what to do next. */
export function Idle({ show, actions }: { show: Show; actions: RoomActions }) {
  const status = show.session.value?.status
  const ended = show.justEnded.value
  if (ended !== null && status === 'live') return <Ended key={ended.id} result={ended} />
  if (status === 'scheduled') {
    return (
      <div class="idle">
        <p class="idle-title">{t('room.notLive')}</p>
        <p>{t('room.goLiveWhy')}</p>
        <button
          type="button"
          class="button primary big"
          disabled={actions.isUnderWay('goLive')}
          onClick={() => void actions.goLive()}
        >
          {t('room.goLive')}
        </button>
      </div>
    )
  }
  return (
    <div class="idle">
      <p class="idle-title">{status === 'ended' ? t('room.ended') : t('room.nothing')}</p>
      <p>{status === 'ended' ? t('room.endedWhy') : t('room.nothingWhy')}</p>
    </div>
  )
}

/** The moment of the winner: two seconds of joy, then it simply stands there until the next item starts. */
function Ended({ result }: { result: SessionResult }) {
  const isSold = result.outcome !== 'no_bids'
  return (
    <div class="ended" data-sold={isSold}>
      <span class="ended-mark" aria-hidden="true">
        <Icon name={isSold ? 'check' : 'x'} />
      </span>
      <p class="ended-product">{result.productName}</p>
      <p class="ended-text">{soldText(result)}</p>
    </div>
  )
}

/** How an item ended, in one sentence. */
export function soldText(result: SessionResult): string {
  const { winnerSocialUsername: winner, claimsAccepted: claimed } = result
  const price = money(result.finalPrice)
  if (winner !== null) return t('room.soldTo', { winner, price })
  if (claimed > 0) return t('room.soldPieces', { claimed, price })
  return t('room.unsold')
}
