import { useEffect, useState } from 'preact/hooks'
import type { LiveSession } from '../../../protocol/resources.ts'
import { clock, socket } from '../app/page.ts'
import { href } from '../app/router.ts'
import type { Show } from '../live/Show.ts'
import { connection, faultOf } from '../start/connection.ts'
import { Icon } from '../ui/Icon.tsx'
import { TwoPressButton } from '../ui/TwoPressButton.tsx'
import { clockTime, money } from '../words/format.ts'
import { t, tn } from '../words/words.ts'
import type { RoomActions } from './RoomActions.ts'
import { soundsOn, toggleSounds } from './sounds.ts'

interface Props {
  show: Show
  actions: RoomActions
  session: LiveSession
}

/** The strip above the room: which show, how long live, whether comments flow and the line stands. */
export function RoomBar({ show, actions, session }: Props) {
  const { bids, carts, pieces, total } = show.sums.value
  return (
    <header class="room-bar">
      <a class="icon-button" href={href('/shows')} aria-label={t('room.back')}>
        <Icon name="back" />
      </a>
      <h1>{session.title}</h1>
      <SessionState session={session} />
      <span class="spacer" />
      {session.status === 'live' && (
        <span class="room-fact" aria-label={`${t('room.rateLabel')}: ${String(show.rate.perMinute.value)}`}>
          <span class="on-laptop">{t('room.rate', { n: show.rate.perMinute.value })}</span>
          <span class="on-phone">{t('room.rateShort', { n: show.rate.perMinute.value })}</span>
        </span>
      )}
      <span class="room-fact on-laptop">{tn('room.bids', bids)}</span>
      <span class="room-fact on-laptop">{tn('room.carts', carts)}</span>
      <span class="room-fact">{tn('room.sold', pieces, { total: money(total) })}</span>
      <LinkMark />
      <button
        type="button"
        class="icon-button"
        aria-pressed={soundsOn.value}
        aria-label={t('room.sounds')}
        onClick={toggleSounds}
      >
        <Icon name={soundsOn.value ? 'sound' : 'mute'} />
      </button>
      {session.status === 'live' && (
        <TwoPressButton
          act="end"
          confirm={t('room.endConfirm')}
          class="small"
          onConfirm={() => void actions.end()}
        >
          {t('room.end')}
        </TwoPressButton>
      )}
    </header>
  )
}

function SessionState({ session }: { session: LiveSession }) {
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (session.status !== 'live' || session.startedAt === null) {
    return <span class="room-state">{t(`sessions.status.${session.status}`)}</span>
  }
  return (
    <span class="room-state" data-live="true">
      {t('room.liveFor', { time: clockTime(now - Date.parse(session.startedAt)) })}
    </span>
  )
}

function LinkMark() {
  const isLive = socket.link.value.state === 'live' && faultOf(connection.value) === null
  return (
    <span class="link-mark" data-live={isLive}>
      <Icon name={isLive ? 'check' : 'x'} />
      <span>{t('link.health')}</span>
    </span>
  )
}
