import { useState } from 'preact/hooks'
import type { Product } from '../../../protocol/resources.ts'
import type { Prepared } from '../app/tenant.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogFoot } from '../ui/DialogFoot.tsx'
import { Field, Labelled } from '../ui/Field.tsx'
import { useForm } from '../ui/useForm.ts'
import { t } from '../words/words.ts'
import type { Queue } from './Queue.ts'

interface Props {
  products: readonly Product[]
  queue: Queue
  onClose: () => void
}

const number = (text: string | undefined): number | null =>
  text === undefined || text === '' ? null : Number(text)

/** Puts one item in the row: which product, how it is sold, from what price, for how long. */
export function PrepareDialog({ products, queue, onClose }: Props) {
  const [mode, setMode] = useState<Prepared['mode']>('auction')
  const { error, isBusy, onSubmit } = useForm(async (fields) => {
    const stored = await queue.add({
      productId: fields.productId ?? '',
      mode,
      price: number(fields.price) ?? 0,
      increment: mode === 'auction' ? number(fields.increment) : null,
      seconds: number(fields.seconds),
    })
    if (stored) onClose()
  })
  return (
    <Dialog title={t('prepare.title')} onClose={onClose}>
      {products.length === 0 ? (
        <p>{t('prepare.noProducts')}</p>
      ) : (
        <form onSubmit={onSubmit}>
          <Labelled label={t('prepare.product')}>
            <select name="productId" required>
              {products.map((product) => (
                <option key={product.id} value={product.id}>
                  {product.name} ({product.stockQuantity})
                </option>
              ))}
            </select>
          </Labelled>
          <fieldset class="choice">
            <legend>{t('prepare.mode')}</legend>
            {(['auction', 'fixed_price'] as const).map((one) => (
              <label key={one}>
                <input type="radio" name="mode" checked={mode === one} onChange={() => setMode(one)} />
                <span>
                  <b>{t(one === 'auction' ? 'prepare.auction' : 'prepare.fixed')}</b>
                  <small>{t(one === 'auction' ? 'prepare.auctionWhy' : 'prepare.fixedWhy')}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <div class="fields-row">
            <Field
              label={t(mode === 'auction' ? 'prepare.price' : 'prepare.fixedPrice')}
              name="price"
              type="number"
              inputMode="decimal"
              min="0"
              step="0.01"
              required
            />
            {mode === 'auction' && (
              <Field
                label={t('prepare.increment')}
                name="increment"
                type="number"
                inputMode="decimal"
                min="0.01"
                step="0.01"
                placeholder="10"
              />
            )}
            <Field
              label={t('prepare.seconds')}
              name="seconds"
              type="number"
              inputMode="numeric"
              min="1"
              max="86400"
              step="1"
              defaultValue="60"
              hint={t('prepare.secondsHint')}
            />
          </div>
          <DialogFoot error={error} isBusy={isBusy} submit={t('prepare.add')} onClose={onClose} />
        </form>
      )}
    </Dialog>
  )
}
