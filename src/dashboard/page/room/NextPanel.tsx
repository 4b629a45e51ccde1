import { useEffect, useState } from 'preact/hooks'
import type { Page, Product } from '../../../protocol/resources.ts'
import { service } from '../app/page.ts'
import type { Prepared } from '../app/tenant.ts'
import type { Show } from '../live/Show.ts'
import { Empty } from '../ui/Empty.tsx'
import { attempt } from '../ui/errorText.ts'
import { Icon } from '../ui/Icon.tsx'
import { say } from '../ui/toasts.ts'
import { TwoPressButton } from '../ui/TwoPressButton.tsx'
import { money } from '../words/format.ts'
import { t } from '../words/words.ts'
import { PrepareDialog } from './PrepareDialog.tsx'
import type { Queue } from './Queue.ts'
import type { RoomActions } from './RoomActions.ts'

interface Props {
  show: Show
  queue: Queue
  actions: RoomActions
}

/** What comes next: prepared in peace, started in the heat of the show by two presses. */
export function NextPanel({ show, queue, actions }: Props) {
  const [products, setProducts] = useState<readonly Product[]>([])
  const [isPreparing, setPreparing] = useState(false)
  const resultCount = show.results.value.length
  useEffect(() => {
    void attempt(async () => {
      const page = await service.get<Page<Product>>('/products?limit=100')
      setProducts(page.items.filter((product) => product.status !== 'archived'))
    })
  }, [resultCount])
  const nameOf = (item: Prepared): string => products.find(({ id }) => id === item.productId)?.name ?? '…'
  const next = queue.next

  const remove = (item: Prepared): void => {
    const undo = queue.remove(item)
    say(t('room.removed', { product: nameOf(item) }), { undo })
  }

  return (
    <section class="next" aria-labelledby="next-title">
      <header class="panel-head">
        <h2 id="next-title" class="panel-title">
          {t('room.next')}
        </h2>
        <button type="button" class="button small" onClick={() => setPreparing(true)}>
          <Icon name="plus" /> {t('room.prepare')}
        </button>
      </header>
      {queue.items.value.length === 0 ? (
        <Empty title={t('room.nextEmpty')} why={t('room.nextEmptyWhy')} />
      ) : (
        <ol class="queue">
          {queue.items.value.map((item, index) => (
            <li key={index} data-chosen={index === queue.chosen.value}>
              <button
                type="button"
                class="queue-item"
                aria-pressed={index === queue.chosen.value}
                onClick={() => actions.choose(index)}
              >
                <kbd aria-hidden="true">{index + 1}</kbd>
                <span class="queue-name">{nameOf(item)}</span>
                <span class="quiet">
                  {t(item.mode === 'auction' ? 'prepare.auction' : 'prepare.fixed')} · {money(item.price)}
                  {item.seconds !== null && ` · ${t('room.seconds', { n: item.seconds })}`}
                </span>
              </button>
              <button
                type="button"
                class="icon-button"
                aria-label={t('do.remove')}
                onClick={() => remove(item)}
              >
                <Icon name="x" />
              </button>
            </li>
          ))}
        </ol>
      )}
      {next !== undefined && (
        <TwoPressButton
          act="start"
          class="primary wide"
          confirm={t('room.startConfirm')}
          disabled={!actions.canStart}
          keys="Space Space"
          onConfirm={() => void actions.startNext()}
        >
          {t('room.startNext', { product: nameOf(next) })}
        </TwoPressButton>
      )}
      {isPreparing && <PrepareDialog products={products} queue={queue} onClose={() => setPreparing(false)} />}
    </section>
  )
}
