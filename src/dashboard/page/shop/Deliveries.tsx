import { useState } from 'preact/hooks'
import type { Delivery } from '../../../protocol/resources.ts'
import { service } from '../app/page.ts'
import { href } from '../app/router.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Empty } from '../ui/Empty.tsx'
import { attempt } from '../ui/errorText.ts'
import { ListBody } from '../ui/ListBody.tsx'
import { Screen } from '../ui/Screen.tsx'
import { say } from '../ui/toasts.ts'
import { useList } from '../ui/useList.ts'
import { dateTime } from '../words/format.ts'
import { t, tMaybe, tn } from '../words/words.ts'

const TONES: Readonly<Record<Delivery['status'], Tone>> = {
  pending: 'plain',
  delivered: 'good',
  failed: 'warn',
  cancelled: 'lost',
}

const FILTERS = ['all', 'pending', 'failed'] as const

/** What the shop was told, why it did not get it, and the way to tell it again. */
export function Deliveries() {
  const [shown, setShown] = useState<(typeof FILTERS)[number]>('all')
  const list = useList<Delivery>(`/webhook-deliveries?limit=50${shown === 'all' ? '' : `&status=${shown}`}`)
  const again = async (delivery: Delivery): Promise<void> => {
    const done = await attempt(async () => {
      await service.post(`/webhook-deliveries/${delivery.id}/redeliver`)
      list.reload()
    })
    if (done) say(t('deliveries.sentAgain'))
  }
  return (
    <Screen
      title={t('deliveries.title')}
      lead={t('deliveries.lead')}
      action={
        <div class="filters" role="group" aria-label={t('deliveries.title')}>
          {FILTERS.map((filter) => (
            <button
              key={filter}
              type="button"
              aria-pressed={shown === filter}
              onClick={() => setShown(filter)}
            >
              {filter === 'all' ? t('room.filter.all') : t(`deliveries.status.${filter}`)}
            </button>
          ))}
        </div>
      }
    >
      <ListBody
        list={list}
        label={t('deliveries.title')}
        empty={
          shown === 'all' ? (
            <Empty title={t('deliveries.empty')} why={t('deliveries.emptyWhy')}>
              <a class="button" href={href('/settings')}>
                {t('deliveries.toSettings')}
              </a>
            </Empty>
          ) : (
            <Empty title={t('deliveries.noneSuch')} why={t('deliveries.noneSuchWhy')} />
          )
        }
        row={(delivery) => (
          <div class="row">
            <div class="row-text">
              <b>{nameOf(delivery)}</b>
              <span class="quiet">{storyOf(delivery)}</span>
            </div>
            <Badge tone={TONES[delivery.status]}>{t(`deliveries.status.${delivery.status}`)}</Badge>
            <div class="row-acts slot">
              {/* A reply is never sent twice: the stream would see it. */}
              {delivery.kind === 'webhook' && (
                <button
                  type="button"
                  class="button small"
                  disabled={delivery.status === 'pending'}
                  aria-label={`${t('deliveries.again')}: ${nameOf(delivery)}, ${dateTime(delivery.createdAt)}`}
                  onClick={() => void again(delivery)}
                >
                  {t('deliveries.again')}
                </button>
              )}
            </div>
          </div>
        )}
      />
    </Screen>
  )
}

/** What a delivery tells, in the seller's words; the type itself where a later version of the service added one. */
const nameOf = ({ type }: Delivery): string => tMaybe(`deliveries.type.${type}`) ?? type

/** What happened to a delivery, in one line. */
function storyOf(delivery: Delivery): string {
  const { createdAt, attempts, lastStatus, lastError, nextAttemptAt } = delivery
  return [
    dateTime(createdAt),
    attempts > 0 ? tn('deliveries.tries', attempts) : null,
    lastStatus === null ? null : t('deliveries.answer', { status: lastStatus }),
    delivery.status === 'delivered' ? null : lastError,
    delivery.status === 'pending' && nextAttemptAt !== null && attempts > 0
      ? t('deliveries.next', { when: dateTime(nextAttemptAt) })
      : null,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
}
