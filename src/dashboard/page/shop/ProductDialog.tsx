import { useState } from 'preact/hooks'
import type { Product } from '../../../protocol/resources.ts'
import { service } from '../app/page.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogFoot } from '../ui/DialogFoot.tsx'
import { Field } from '../ui/Field.tsx'
import { Picture } from '../ui/Picture.tsx'
import { useForm } from '../ui/useForm.ts'
import { t } from '../words/words.ts'

interface Props {
  /** Null: a new one. */
  product: Product | null
  onSaved: (product: Product) => void
  onClose: () => void
}

export function ProductDialog({ product, onSaved, onClose }: Props) {
  const [picture, setPicture] = useState(product?.imageUrl ?? '')
  const { error, isBusy, onSubmit, errorOf } = useForm(async ({ name, imageUrl, stock, increment }) => {
    const body = {
      name,
      imageUrl,
      stockQuantity: Number(stock),
      minBidIncrement: increment === '' ? null : Number(increment),
    }
    onSaved(
      product === null
        ? await service.post<Product>('/products', body)
        : await service.put<Product>(`/products/${product.id}`, body),
    )
  })
  return (
    <Dialog title={product === null ? t('products.add') : t('products.edit')} onClose={onClose}>
      <form onSubmit={onSubmit}>
        <Field
          label={t('products.name')}
          name="name"
          defaultValue={product?.name ?? ''}
          error={errorOf('name')}
          maxLength={120}
          required
        />
        <div class="picture-field">
          <Picture src={picture} name={product?.name ?? ''} />
          <Field
            label={t('products.picture')}
            name="imageUrl"
            type="url"
            defaultValue={picture}
            hint={t('products.pictureHint')}
            error={errorOf('imageUrl')}
            onChange={(event) => setPicture(event.currentTarget.value)}
          />
        </div>
        <div class="fields-row">
          <Field
            label={t('products.stock')}
            name="stock"
            type="number"
            inputMode="numeric"
            min="0"
            max="1000000"
            step="1"
            defaultValue={String(product?.stockQuantity ?? 1)}
            error={errorOf('stockQuantity')}
            required
          />
          <Field
            label={t('products.increment')}
            name="increment"
            type="number"
            inputMode="decimal"
            min="0.01"
            step="0.01"
            defaultValue={product?.minBidIncrement === null ? '' : String(product?.minBidIncrement ?? '')}
            hint={t('products.incrementHint')}
            error={errorOf('minBidIncrement')}
          />
        </div>
        <DialogFoot error={error} isBusy={isBusy} submit={t('do.save')} onClose={onClose} />
      </form>
    </Dialog>
  )
}
