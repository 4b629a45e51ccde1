import { useState } from 'preact/hooks'
import type { LiveSession } from '../../../protocol/resources.ts'
import { service } from '../app/page.ts'
import { go, href } from '../app/router.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogFoot } from '../ui/DialogFoot.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ListBody } from '../ui/ListBody.tsx'
import { Screen } from '../ui/Screen.tsx'
import { useForm } from '../ui/useForm.ts'
import { useList } from '../ui/useList.ts'
import { dateTime } from '../words/format.ts'
import { t } from '../words/words.ts'

const TONES: Readonly<Record<LiveSession['status'], Tone>> = {
  scheduled: 'plain',
  live: 'live',
  ended: 'lost',
}

/** The shop's shows, planned, live and past. */
export function Sessions() {
  const list = useList<LiveSession>('/sessions?limit=50')
  const [isAdding, setAdding] = useState(false)
  const addButton = (
    <button type="button" class="button primary" onClick={() => setAdding(true)}>
      <Icon name="plus" /> {t('sessions.add')}
    </button>
  )
  return (
    <Screen title={t('sessions.title')} action={addButton}>
      <ListBody
        list={list}
        label={t('sessions.title')}
        empty={
          <Empty title={t('sessions.empty')} why={t('sessions.emptyWhy')}>
            {addButton}
          </Empty>
        }
        row={(session) => (
          <div class="row">
            <div class="row-text">
              <b>{session.title}</b>
              <span class="quiet">{dateTime(session.startedAt ?? session.createdAt)}</span>
            </div>
            <Badge tone={TONES[session.status]}>{t(`sessions.status.${session.status}`)}</Badge>
            <div class="row-acts">
              <a
                class={`button small ${session.status === 'ended' ? '' : 'primary'}`}
                href={href(`/room/${session.id}`)}
                aria-label={`${t('sessions.open')}: ${session.title}`}
              >
                {t('sessions.open')}
              </a>
            </div>
          </div>
        )}
      />
      {isAdding && <SessionDialog onClose={() => setAdding(false)} />}
    </Screen>
  )
}

function SessionDialog({ onClose }: { onClose: () => void }) {
  const { error, isBusy, onSubmit, errorOf } = useForm(async ({ title }) => {
    const session = await service.post<LiveSession>('/sessions', { title })
    go(`/room/${session.id}`)
  })
  return (
    <Dialog title={t('sessions.add')} onClose={onClose}>
      <form onSubmit={onSubmit}>
        <Field
          label={t('sessions.name')}
          name="title"
          placeholder={t('sessions.namePlaceholder')}
          error={errorOf('title')}
          maxLength={120}
          required
        />
        <DialogFoot error={error} isBusy={isBusy} submit={t('sessions.add')} onClose={onClose} />
      </form>
    </Dialog>
  )
}
