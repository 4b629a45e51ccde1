import { useState } from 'preact/hooks'
import type { Product } from '../../../protocol/resources.ts'
import { service } from '../app/page.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Empty } from '../ui/Empty.tsx'
import { attempt } from '../ui/errorText.ts'
import { Icon } from '../ui/Icon.tsx'
import { ListBody } from '../ui/ListBody.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Screen } from '../ui/Screen.tsx'
import { say } from '../ui/toasts.ts'
import { TwoPressButton } from '../ui/TwoPressButton.tsx'
import { useList } from '../ui/useList.ts'
import { t } from '../words/words.ts'
import { ProductDialog } from './ProductDialog.tsx'

const TONES: Readonly<Record<Product['status'], Tone>> = {
  available: 'plain',
  active: 'live',
  sold_out: 'lost',
  archived: 'lost',
}

/** What the shop has to sell. */
export function Products() {
  const list = useList<Product>('/products?limit=100')
  const [edited, setEdited] = useState<Product | 'new' | null>(null)
  const shown = { ...list, items: list.items?.filter((product) => product.status !== 'archived') ?? null }

  const archive = async (product: Product): Promise<void> => {
    if (!(await attempt(() => service.delete(`/products/${product.id}`)))) return
    list.remove(product.id)
    say(t('products.archived', { name: product.name }))
  }
  const saved = (product: Product): void => {
    if (edited === 'new') list.add(product)
    else list.change(product.id, product)
    setEdited(null)
  }
  const addButton = (
    <button type="button" class="button primary" onClick={() => setEdited('new')}>
      <Icon name="plus" /> {t('products.add')}
    </button>
  )

  return (
    <Screen title={t('products.title')} action={addButton}>
      <ListBody
        list={shown}
        label={t('products.title')}
        empty={
          <Empty title={t('products.empty')} why={t('products.emptyWhy')}>
            {addButton}
          </Empty>
        }
        row={(product) => (
          <div class="row">
            <Picture src={product.imageUrl} name={product.name} />
            <div class="row-text">
              <b>{product.name}</b>
              <span class="quiet">
                {t('products.sold', { sold: product.soldQuantity, stock: product.stockQuantity })}
              </span>
            </div>
            <Badge tone={TONES[product.status]}>{t(`products.status.${product.status}`)}</Badge>
            <div class="row-acts">
              <button type="button" class="button small" onClick={() => setEdited(product)}>
                {t('do.edit')}
              </button>
              <TwoPressButton
                act={`archive ${product.id}`}
                class="small"
                confirm={t('do.confirm')}
                disabled={product.status === 'active'}
                onConfirm={() => void archive(product)}
              >
                {t('products.archive')}
              </TwoPressButton>
            </div>
          </div>
        )}
      />
      {edited !== null && (
        <ProductDialog
          product={edited === 'new' ? null : edited}
          onSaved={saved}
          onClose={() => setEdited(null)}
        />
      )}
    </Screen>
  )
}
