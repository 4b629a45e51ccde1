import { useEffect, useMemo } from 'preact/hooks'
import { LiveSocket } from '../live/LiveSocket.ts'
import type { RunningItem } from '../live/RunningItem.ts'
import { ServerClock } from '../live/ServerClock.ts'
import { CountdownRing } from '../room/CountdownRing.tsx'
import { Rolling } from '../room/Rolling.tsx'
import { StockBar } from '../room/StockBar.tsx'
import { money } from '../words/format.ts'
import { t } from '../words/words.ts'
import { overlayReader, OverlayState } from './OverlayState.ts'

/** What a streaming tool lays over the picture: the item, its price, who leads and the time left. Nothing else. */
export function Overlay({ overlayKey }: { overlayKey: string }) {
  const clock = useMemo(() => new ServerClock(), [])
  const state = useMemo(() => new OverlayState(overlayReader(overlayKey)), [overlayKey])
  const socket = useMemo(
    () =>
      new LiveSocket({
        url: `${location.origin.replace(/^http/, 'ws')}/api/v1/ws`,
        clock,
        credential: () => Promise.resolve(state.isRevoked.value ? null : `overlay.${overlayKey}`),
        onEvent: (event) => {
          state.apply(event)
        },
        onResync: () => void state.read().catch(() => undefined),
      }),
    [state, clock, overlayKey],
  )
  useEffect(() => {
    socket.start()
    return () => {
      socket.stop()
    }
  }, [socket])
  const item = state.item.value
  const ended = state.ended.value
  // A revoked key shows nothing, rather than a price that no longer moves.
  if (state.isRevoked.value || socket.link.value.state === 'refused') return null
  if (item !== null) return <OverlayItem key={item.id} item={item} clock={clock} />
  if (ended === null) return null
  return (
    <div class="overlay-card" data-ended="true">
      <p class="overlay-name">{ended.productName}</p>
      <p class="overlay-sold">
        {ended.winner === null
          ? t('room.unsold')
          : t('room.soldTo', { winner: ended.winner, price: money(ended.price) })}
      </p>
    </div>
  )
}

function OverlayItem({ item, clock }: { item: RunningItem; clock: ServerClock }) {
  return (
    <div class="overlay-card">
      <p class="overlay-name">{item.productName}</p>
      <div class="overlay-figures">
        {item.endsAt !== null && (
          <CountdownRing endsAt={item.endsAt} spanMs={(item.timeLimitSeconds ?? 0) * 1_000} clock={clock} />
        )}
        <div>
          <span class="visually-hidden">{money(item.price)}</span>
          <Rolling text={money(item.price)} />
          {item.mode === 'auction' ? (
            <p class="overlay-leader">{item.leader === null ? t('room.noLeader') : `@${item.leader}`}</p>
          ) : (
            <StockBar item={item} />
          )}
        </div>
      </div>
      <ol class="overlay-bids">
        {item.takers.slice(item.mode === 'auction' ? 1 : 0, 4).map(({ username, amount }) => (
          <li key={`${username} ${String(amount)}`}>
            @{username} {item.mode === 'auction' && <b>{money(amount)}</b>}
          </li>
        ))}
      </ol>
    </div>
  )
}
