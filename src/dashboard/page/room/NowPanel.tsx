import { clock } from '../app/page.ts'
import type { RunningItem } from '../live/RunningItem.ts'
import type { Show } from '../live/Show.ts'
import { Picture } from '../ui/Picture.tsx'
import { TwoPressButton } from '../ui/TwoPressButton.tsx'
import { money } from '../words/format.ts'
import { t } from '../words/words.ts'
import { CountdownRing } from './CountdownRing.tsx'
import { Idle } from './Idle.tsx'
import { EXTEND_SECONDS, type RoomActions } from './RoomActions.ts'
import { Rolling } from './Rolling.tsx'
import { StockBar } from './StockBar.tsx'

/** What is on offer now: the one thing that must be readable at arm's length. */
export function NowPanel({ show, actions }: { show: Show; actions: RoomActions }) {
  const item = show.item.value
  return (
    <section class="now" aria-labelledby="now-title">
      <h2 id="now-title" class="panel-title">
        {t('room.now')}
      </h2>
      {item === null ? <Idle show={show} actions={actions} /> : <OnOffer item={item} actions={actions} />}
    </section>
  )
}

function OnOffer({ item, actions }: { item: RunningItem; actions: RoomActions }) {
  const isAuction = item.mode === 'auction'
  return (
    <>
      <div class="now-product">
        <Picture src={item.imageUrl} name={item.productName} class="large" />
        <p class="now-name">{item.productName}</p>
      </div>
      <div class="now-figures">
        <CountdownRing endsAt={item.endsAt} spanMs={(item.timeLimitSeconds ?? 0) * 1_000} clock={clock} />
        <div class="now-price">
          <span class="visually-hidden">
            {t('room.price')}: {money(item.price)}
          </span>
          <Rolling text={money(item.price)} />
          {isAuction ? <Leader item={item} /> : <StockBar item={item} />}
        </div>
      </div>
      <Takers item={item} />
      <div class="now-actions">
        <button type="button" class="button big" aria-keyshortcuts="E" onClick={() => void actions.extend()}>
          {t('room.extend', { n: EXTEND_SECONDS })}
          <span class="visually-hidden">{t('room.extendLabel', { n: EXTEND_SECONDS })}</span>
          <kbd aria-hidden="true">E</kbd>
        </button>
        <TwoPressButton
          act="close"
          class="big primary"
          confirm={t('room.closeConfirm')}
          disabled={actions.isUnderWay('close')}
          keys="C C"
          onConfirm={() => void actions.close()}
        >
          {t('room.closeItem')}
        </TwoPressButton>
      </div>
    </>
  )
}

function Leader({ item }: { item: RunningItem }) {
  return (
    <p class="now-leader" data-has={item.leader !== null}>
      {item.leader === null ? (
        <strong>{t('room.noLeader')}</strong>
      ) : (
        <strong key={item.leader}>
          <span class="visually-hidden">{t('room.leader')}: </span>@{item.leader}
        </strong>
      )}
      <span class="quiet">
        {item.leader === null
          ? t('room.startsAt', { price: money(item.startingPrice) })
          : t('room.nextBid', { price: money(item.price + item.increment) })}
      </span>
    </p>
  )
}

function Takers({ item }: { item: RunningItem }) {
  const isAuction = item.mode === 'auction'
  const takers = isAuction ? item.takers.slice(0, 5) : item.takers
  return (
    <div class="takers">
      <h3>{isAuction ? t('room.lastBids') : t('room.lastClaims')}</h3>
      <ol>
        {takers.map(({ username, amount }, index) => (
          <li key={`${username} ${String(amount)} ${String(item.bidCount - index)}`}>
            {isAuction && <b>{money(amount)}</b>} @{username}
          </li>
        ))}
        {takers.length === 0 && <li class="quiet">–</li>}
      </ol>
      {item.waitlist.length > 0 && (
        <>
          <h3>{t('room.waitlist')}</h3>
          <ol class="waitlist">
            {item.waitlist.slice(0, 6).map((username) => (
              <li key={username}>@{username}</li>
            ))}
          </ol>
        </>
      )}
    </div>
  )
}
