import { useState } from 'preact/hooks'
import type { Viewer } from '../../../protocol/resources.ts'
import { service } from '../app/page.ts'
import { Badge } from '../ui/Badge.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogFoot } from '../ui/DialogFoot.tsx'
import { Empty } from '../ui/Empty.tsx'
import { attempt } from '../ui/errorText.ts'
import { Field } from '../ui/Field.tsx'
import { ListBody } from '../ui/ListBody.tsx'
import { Screen } from '../ui/Screen.tsx'
import { useForm } from '../ui/useForm.ts'
import { useList } from '../ui/useList.ts'
import { t } from '../words/words.ts'

type ListedViewer = Viewer & { lookAlikeOf: string | null }

/** A name as it may be typed or pasted, to be looked for. */
const nameIn = (text: string): string => text.trim().replace(/^@/, '')

/** Who the viewer is in the shop, as far as it is known, and what the seller thinks of them. */
const knownAs = ({ socialUsername, email, externalUserId, displayName, trustScore }: Viewer): string =>
  [
    email ?? externalUserId ?? (displayName === socialUsername ? null : displayName),
    trustScore === TRUST_DEFAULT ? null : t('viewers.trust', { n: trustScore }),
  ]
    .filter((part) => part !== null)
    .join(' · ')

const TRUST_DEFAULT = 50

/** Everyone who took part, who they are in the shop, and who may no longer. */
export function Viewers() {
  const [search, setSearch] = useState('')
  const list = useList<ListedViewer>(
    `/viewers?limit=50${search === '' ? '' : `&search=${encodeURIComponent(search)}`}`,
  )
  const [edited, setEdited] = useState<ListedViewer | null>(null)
  const setBlocked = (viewer: ListedViewer, isBlocked: boolean): Promise<boolean> =>
    attempt(async () =>
      list.change(viewer.id, {
        ...viewer,
        ...(await service.put<Viewer>(`/viewers/${viewer.id}`, { isBlocked })),
      }),
    )
  return (
    <Screen
      title={t('viewers.title')}
      action={
        <input
          type="search"
          class="search"
          placeholder={t('viewers.search')}
          aria-label={t('viewers.search')}
          value={search}
          onInput={(event) => setSearch(nameIn(event.currentTarget.value))}
        />
      }
    >
      <ListBody
        list={list}
        label={t('viewers.title')}
        empty={
          search === '' ? (
            <Empty title={t('viewers.empty')} why={t('viewers.emptyWhy')} />
          ) : (
            <Empty title={t('viewers.noneFound')} why={t('viewers.noneFoundWhy')} />
          )
        }
        row={(viewer) => (
          <div class="row">
            <div class="row-text">
              <b>@{viewer.socialUsername}</b>
              <span class="quiet">{knownAs(viewer)}</span>
            </div>
            {viewer.lookAlikeOf !== null && (
              <Badge tone="warn">{t('comment.alike', { username: viewer.lookAlikeOf })}</Badge>
            )}
            {viewer.isBlocked && <Badge tone="warn">{t('viewers.blocked')}</Badge>}
            <div class="row-acts">
              <button type="button" class="button small" onClick={() => setEdited(viewer)}>
                {t('do.edit')}
              </button>
              <button
                type="button"
                class="button small"
                onClick={() => void setBlocked(viewer, !viewer.isBlocked)}
              >
                {viewer.isBlocked ? t('viewers.unblock') : t('viewers.block')}
              </button>
            </div>
          </div>
        )}
      />
      {edited !== null && (
        <ViewerDialog
          viewer={edited}
          onClose={() => setEdited(null)}
          onSaved={(viewer) => {
            list.change(viewer.id, { ...edited, ...viewer })
            setEdited(null)
          }}
        />
      )}
    </Screen>
  )
}

const textOrNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text

interface DialogProps {
  viewer: Viewer
  onSaved: (viewer: Viewer) => void
  onClose: () => void
}

function ViewerDialog({ viewer, onSaved, onClose }: DialogProps) {
  const { error, isBusy, onSubmit, errorOf } = useForm(async ({ email, externalUserId }) => {
    const change = { email: textOrNull(email), externalUserId: textOrNull(externalUserId) }
    onSaved(await service.put<Viewer>(`/viewers/${viewer.id}`, change))
  })
  return (
    <Dialog title={t('viewers.edit', { username: viewer.socialUsername })} onClose={onClose}>
      <form onSubmit={onSubmit}>
        <Field
          label={t('viewers.email')}
          name="email"
          type="email"
          defaultValue={viewer.email ?? ''}
          error={errorOf('email')}
        />
        <Field
          label={t('viewers.externalUserId')}
          name="externalUserId"
          defaultValue={viewer.externalUserId ?? ''}
          error={errorOf('externalUserId')}
        />
        <DialogFoot error={error} isBusy={isBusy} submit={t('do.save')} onClose={onClose} />
      </form>
    </Dialog>
  )
}
