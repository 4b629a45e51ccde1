import { useState } from 'preact/hooks'
import type { AuctionItem, CartEvent, Viewer } from '../../../protocol/resources.ts'
import { service } from '../app/page.ts'
import { href } from '../app/router.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Empty } from '../ui/Empty.tsx'
import { attempt } from '../ui/errorText.ts'
import { ListBody } from '../ui/ListBody.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Screen } from '../ui/Screen.tsx'
import { TwoPressButton } from '../ui/TwoPressButton.tsx'
import { useList } from '../ui/useList.ts'
import { dateTime, money } from '../words/format.ts'
import { t } from '../words/words.ts'
import { useNames } from './useNames.ts'

/** What was sold, and what became of the carts. */
export function Results() {
  const [tab, setTab] = useState<'items' | 'carts'>('items')
  return (
    <Screen
      title={t('results.title')}
      action={
        <div class="filters" role="group" aria-label={t('results.title')}>
          {(['items', 'carts'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={tab === one} onClick={() => setTab(one)}>
              {t(`results.${one}`)}
            </button>
          ))}
        </div>
      }
    >
      {tab === 'items' ? <Items /> : <Carts />}
    </Screen>
  )
}

const NothingSold = () => (
  <Empty title={t('results.empty')} why={t('results.emptyWhy')}>
    <a class="button" href={href('/shows')}>
      {t('results.toShows')}
    </a>
  </Empty>
)

const nothing = <T extends { id: string }>(): T[] => []

function Items() {
  const list = useList<AuctionItem>('/auctions?limit=50')
  const closed = { ...list, items: list.items?.filter((item) => item.closedAt !== null) ?? null }
  const names = useNames<Viewer>(
    (closed.items ?? nothing<AuctionItem>()).flatMap((item) =>
      item.winnerUserId === null ? [] : [item.winnerUserId],
    ),
    (id) => `/viewers/${id}`,
  )
  return (
    <ListBody
      list={closed}
      label={t('results.items')}
      empty={<NothingSold />}
      row={(item) => (
        <div class="row">
          <Picture src={item.product?.imageUrl ?? ''} name={item.product?.name ?? ''} />
          <div class="row-text">
            <b>{item.product?.name}</b>
            <span class="quiet">{dateTime(item.closedAt ?? item.activatedAt)}</span>
          </div>
          <span class="row-outcome">
            {outcomeText(item, names.get(item.winnerUserId ?? '')?.socialUsername)}
          </span>
        </div>
      )}
    />
  )
}

function outcomeText(item: AuctionItem, winner = '…'): string {
  const price = money(item.currentPrice)
  if (item.outcome === 'won') return t('room.soldTo', { winner, price })
  if (item.claimsAccepted > 0) return t('room.soldPieces', { claimed: item.claimsAccepted, price })
  return t('room.unsold')
}

const TONES: Readonly<Record<CartEvent['status'], Tone>> = {
  pending: 'warn',
  completed: 'good',
  cancelled: 'lost',
}

const ENDS = [
  ['completed', 'results.complete'],
  ['cancelled', 'results.cancel'],
] as const

function Carts() {
  const list = useList<CartEvent>('/cart-events?limit=50')
  const carts = list.items ?? nothing<CartEvent>()
  const viewers = useNames<Viewer>(
    carts.map((cart) => cart.userId),
    (id) => `/viewers/${id}`,
  )
  const items = useNames<AuctionItem>(
    carts.map((cart) => cart.auctionItemId),
    (id) => `/auctions/${id}`,
  )
  const set = (cart: CartEvent, status: CartEvent['status']): Promise<boolean> =>
    attempt(async () =>
      list.change(cart.id, await service.put<CartEvent>(`/cart-events/${cart.id}`, { status })),
    )
  return (
    <ListBody
      list={list}
      label={t('results.carts')}
      empty={<NothingSold />}
      row={(cart) => {
        const item = items.get(cart.auctionItemId)
        return (
          <div class="row">
            <div class="row-text">
              <b>@{viewers.get(cart.userId)?.socialUsername ?? '…'}</b>
              <span class="quiet">
                {item === undefined ? '…' : `${item.product?.name ?? ''} · ${money(item.currentPrice)}`} ·{' '}
                {dateTime(cart.createdAt)}
              </span>
            </div>
            <Badge tone={TONES[cart.status]}>{t(`results.cart.${cart.status}`)}</Badge>
            {cart.status === 'pending' && (
              <div class="row-acts">
                {/* There is no way back from either. */}
                {ENDS.map(([status, words]) => (
                  <TwoPressButton
                    key={status}
                    act={`${status} ${cart.id}`}
                    class="small"
                    confirm={t('do.confirm')}
                    onConfirm={() => void set(cart, status)}
                  >
                    {t(words)}
                  </TwoPressButton>
                ))}
              </div>
            )}
          </div>
        )
      }}
    />
  )
}
