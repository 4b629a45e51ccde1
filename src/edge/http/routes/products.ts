import { LockMode } from '@mikro-orm/core'
import { minor } from '../../../../machines/money.ts'
import { Product } from '../../../persistence/entities/index.ts'
import type { TenantScope } from '../../../persistence/tenantScope.ts'
import { AppError } from '../../../runtime/errors.ts'
import { isId } from '../../../runtime/ids.ts'
import { pageOfRows, pageRequest, pagingQuery } from '../paging.ts'
import { presentProduct } from '../present/index.ts'
import { route } from '../route.ts'
import { fields, maybe, money, orNull, pageOf, text, whole } from '../schemas/fields.ts'
import { productShape } from '../schemas/resources.ts'

const STOCK_MAX = 1_000_000
const imageUrl = () => text({ min: 0, max: 2_048 })
const stockQuantity = () => whole(0, STOCK_MAX)
const minBidIncrement = () => maybe(orNull(money(minor(1))))

async function ownProduct(
  { em }: TenantScope,
  tenantId: string,
  id: string | undefined,
  lockMode = LockMode.NONE,
) {
  const product = isId(id) ? await em.findOne(Product, { id, tenantId }, { lockMode }) : null
  if (product === null) throw new AppError('product_not_found')
  return product
}

/** Of a product that is neither on offer nor archived; the commit says the same of one whose item closes. */
const statusAtRest = ({ soldQuantity, stockQuantity }: Pick<Product, 'soldQuantity' | 'stockQuantity'>) =>
  soldQuantity > 0 && soldQuantity >= stockQuantity ? 'sold_out' : 'available'

export const productRoutes = [
  route({
    method: 'GET',
    path: '/products',
    tag: 'Products',
    summary: 'Products, newest first; archived ones are left out',
    query: pagingQuery,
    response: pageOf(productShape),
    errors: ['validation_error'],
    async handle({ tenantId, query, services }) {
      const page = pageRequest(query)
      const rows = await services.database.asTenant(tenantId, ({ em }) =>
        em.find(
          Product,
          { tenantId, status: { $ne: 'archived' }, ...(isId(page.after) ? { id: { $lt: page.after } } : {}) },
          { orderBy: { id: 'desc' }, limit: page.limit + 1 },
        ),
      )
      return pageOfRows(rows, page, (row) => row.id, presentProduct)
    },
  }),
  route({
    method: 'POST',
    path: '/products',
    tag: 'Products',
    summary: 'Add a product',
    status: 201,
    body: fields({
      name: text({ max: 200 }),
      imageUrl: maybe(imageUrl()),
      stockQuantity: maybe(stockQuantity()),
      minBidIncrement: minBidIncrement(),
    }),
    response: productShape,
    errors: ['validation_error'],
    async handle({ tenantId, body, services }) {
      const now = new Date(services.clock.now())
      const product = {
        id: services.ids.next(),
        tenantId,
        name: body.name,
        imageUrl: body.imageUrl ?? '',
        stockQuantity: body.stockQuantity ?? 1,
        soldQuantity: 0,
        minBidIncrement: body.minBidIncrement ?? null,
        status: 'available',
        createdAt: now,
        updatedAt: now,
      } as const
      return services.database.asTenant(tenantId, async ({ em }) => {
        await em.persist(em.create(Product, product)).flush()
        return presentProduct(product)
      })
    },
  }),
  route({
    method: 'GET',
    path: '/products/:id',
    tag: 'Products',
    summary: 'One product',
    response: productShape,
    errors: ['product_not_found'],
    handle: ({ tenantId, params, services }) =>
      services.database.asTenant(tenantId, async (scope) =>
        presentProduct(await ownProduct(scope, tenantId, params.id)),
      ),
  }),
  route({
    method: 'PUT',
    path: '/products/:id',
    tag: 'Products',
    summary: 'Change a product; more stock reaches a running item at once',
    body: fields({
      name: maybe(text({ max: 200 })),
      imageUrl: maybe(imageUrl()),
      stockQuantity: maybe(stockQuantity()),
      minBidIncrement: minBidIncrement(),
    }),
    response: productShape,
    errors: ['validation_error', 'product_not_found'],
    async handle({ tenantId, params, body, services }) {
      const product = await services.database.asTenant(tenantId, async (scope) => {
        const row = await ownProduct(scope, tenantId, params.id, LockMode.PESSIMISTIC_WRITE)
        if (body.name !== undefined) row.name = body.name
        if (body.imageUrl !== undefined) row.imageUrl = body.imageUrl
        if (body.minBidIncrement !== undefined) row.minBidIncrement = body.minBidIncrement
        if (body.stockQuantity !== undefined) {
          row.stockQuantity = body.stockQuantity
          if (row.status === 'available' || row.status === 'sold_out') row.status = statusAtRest(row)
        }
        row.updatedAt = new Date(services.clock.now())
        return row
      })
      await services.engine.productChanged({ tenantId, productId: product.id })
      return presentProduct(product)
    },
  }),
  route({
    method: 'DELETE',
    path: '/products/:id',
    tag: 'Products',
    summary: 'Archive a product that is not being offered',
    response: productShape,
    errors: ['product_not_found', 'product_in_use'],
    async handle({ tenantId, params, services }) {
      const updatedAt = new Date(services.clock.now())
      return services.database.asTenant(tenantId, async (scope) => {
        const product = await ownProduct(scope, tenantId, params.id)
        // One statement, so that an activation in between is not overlooked.
        const archived = await scope.em.nativeUpdate(
          Product,
          { id: product.id, tenantId, status: { $ne: 'active' } },
          { status: 'archived', updatedAt },
        )
        if (archived === 0) throw new AppError('product_in_use')
        return presentProduct({ ...product, status: 'archived', updatedAt })
      })
    },
  }),
]
