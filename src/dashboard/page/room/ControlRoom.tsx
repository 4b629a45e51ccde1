import { useEffect, useMemo } from 'preact/hooks'
import { clock, follow, service, socket } from '../app/page.ts'
import { LinkNotice } from '../app/LinkNotice.tsx'
import { href } from '../app/router.ts'
import { readTenant, tenant } from '../app/tenant.ts'
import { Show } from '../live/Show.ts'
import { bringCrowd } from '../start/practice.ts'
import { attempt, errorText } from '../ui/errorText.ts'
import { t } from '../words/words.ts'
import { AccountNotice } from './AccountNotice.tsx'
import { Announcer } from './Announcer.tsx'
import { CommentPanel } from './CommentPanel.tsx'
import { useKeys } from './keys.ts'
import { NextPanel } from './NextPanel.tsx'
import { NowPanel } from './NowPanel.tsx'
import { Queue } from './Queue.ts'
import { QuietNotice } from './QuietNotice.tsx'
import { ResultsPanel } from './ResultsPanel.tsx'
import { RoomActions } from './RoomActions.ts'
import { RoomBar } from './RoomBar.tsx'
import { useSounds } from './sounds.ts'

/** One show, run with one hand. */
export function ControlRoom({ sessionId }: { sessionId: string }) {
  const show = useMemo(() => new Show(sessionId, service, clock), [sessionId])
  const queue = useMemo(() => new Queue(), [sessionId])
  const actions = useMemo(() => new RoomActions(show, queue), [show, queue])

  useEffect(() => {
    if (tenant.value === null) void attempt(readTenant)
    const stopFollowing = follow({ onEvent: (event) => show.apply(event), onResync: () => void show.read() })
    if (socket.link.value.state === 'live') void show.read()
    const stopCrowd = bringCrowd(show, sessionId)
    return () => {
      stopCrowd()
      stopFollowing()
      show.stop()
    }
  }, [show, sessionId])
  useKeys(actions)
  useSounds(show)

  const session = show.session.value
  useEffect(() => {
    if (session !== null) document.title = `${session.title} · ${t('app.name')}`
  }, [session])
  if (session === null) {
    return (
      <main class="room-opening">
        <LinkNotice />
        {show.failure.value === null ? (
          <p role="status">{t('room.loading')}</p>
        ) : (
          <div class="empty" role="alert">
            <p>{errorText(show.failure.value)}</p>
            <button type="button" class="button" onClick={() => void show.read()}>
              {t('do.retry')}
            </button>
            <a href={href('/shows')}>{t('room.back')}</a>
          </div>
        )}
      </main>
    )
  }
  return (
    <div class="room">
      <RoomBar show={show} actions={actions} session={session} />
      <main class="room-main">
        <div class="room-notices">
          <LinkNotice />
          <AccountNotice />
          <QuietNotice show={show} />
        </div>
        <NowPanel show={show} actions={actions} />
        <CommentPanel feed={show.feed} />
        <NextPanel show={show} queue={queue} actions={actions} />
        <ResultsPanel show={show} />
      </main>
      <Announcer show={show} />
    </div>
  )
}
