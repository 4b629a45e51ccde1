import { randomBytes } from 'node:crypto'
import { AuctionItem, Bid, bidsOf, Product, Tenant } from '../../../persistence/entities/index.ts'
import type { TenantScope } from '../../../persistence/tenantScope.ts'
import { AppError } from '../../../runtime/errors.ts'
import { presentBid, presentItem } from '../present/index.ts'
import { route } from '../route.ts'
import { fields, flag, listOf, orNull, words } from '../schemas/fields.ts'
import { bidShape, listedItemShape } from '../schemas/resources.ts'
import type { RouteServices } from '../Services.ts'

const KEY_BYTES = 24
const KEY = /^[\w-]{16,64}$/
const BIDS_SHOWN = 8

const keyShape = fields({ overlayKey: orNull(words()) })

async function setKey(services: RouteServices, tenantId: string, overlayKey: string | null) {
  const updatedAt = new Date(services.clock.now())
  const changed = await services.database.asTenant(tenantId, ({ em }) =>
    em.nativeUpdate(Tenant, { id: tenantId }, { overlayKey, updatedAt }),
  )
  if (changed === 0) throw new AppError('authentication_required')
  return { overlayKey }
}

/** The item that a tenant offers now, with its product and latest bids; null when nothing runs. */
async function runningItem({ em, sql }: TenantScope, tenantId: string) {
  const item = await em.findOne(
    AuctionItem,
    { tenantId, status: { $in: ['active', 'countdown'] } },
    { orderBy: { id: 'desc' } },
  )
  if (item === null) return { item: null, bids: [], isNameShared: false }
  const product = await em.findOneOrFail(Product, { id: item.productId, tenantId })
  const bids = await em.find(Bid, bidsOf(item), { orderBy: { commentPosition: 'desc' }, limit: BIDS_SHOWN })
  const { name, imageUrl, stockQuantity } = product
  const others = await sql.query(
    `select from auction_item i join product p on p.id = i.product_id and p.tenant_id = i.tenant_id
      where i.tenant_id = $1 and i.status in ('active', 'countdown') and i.id <> $2 and p.name = $3 limit 1`,
    [tenantId, item.id, name],
  )
  return {
    item: { ...presentItem(item), product: { name, imageUrl, stockQuantity } },
    bids: bids.map(presentBid),
    isNameShared: others.length > 0,
  }
}

export const overlayRoutes = [
  route({
    method: 'GET',
    path: '/tenant/overlay-key',
    tag: 'Overlay',
    summary: 'The key of the overlay’s address, null while there is none',
    response: keyShape,
    async handle({ tenantId, services }) {
      const tenant = await services.database.asTenant(tenantId, ({ em }) =>
        em.findOne(Tenant, { id: tenantId }),
      )
      return { overlayKey: tenant?.overlayKey ?? null }
    },
  }),
  route({
    method: 'POST',
    path: '/tenant/overlay-key',
    tag: 'Overlay',
    summary: 'Make a new overlay key; an older one stops within five seconds',
    status: 201,
    response: keyShape,
    handle: ({ tenantId, services }) =>
      setKey(services, tenantId, randomBytes(KEY_BYTES).toString('base64url')),
  }),
  route({
    method: 'DELETE',
    path: '/tenant/overlay-key',
    tag: 'Overlay',
    summary: 'Revoke the overlay key',
    response: keyShape,
    handle: ({ tenantId, services }) => setKey(services, tenantId, null),
  }),
  route({
    method: 'GET',
    path: '/overlay/:key',
    tag: 'Overlay',
    summary: 'What viewers may see of the running item; the key is the credential',
    auth: 'none',
    response: fields({
      currency: words(),
      item: orNull(listedItemShape),
      bids: listOf(bidShape),
      isNameShared: flag(),
    }),
    errors: ['not_found'],
    async handle({ params, services }) {
      const { key = '' } = params
      const tenant = KEY.test(key) ? await services.accounts.byOverlayKey(key) : null
      if (tenant === null) throw new AppError('not_found')
      const { id, settings } = tenant
      const running = await services.database.asTenant(id, (scope) => runningItem(scope, id))
      return { currency: settings.currency ?? 'USD', ...running }
    },
  }),
]
