import { LockMode } from '@mikro-orm/core'
import { urlRefusal } from '../../../outbound/index.ts'
import { Tenant, type TenantSettings } from '../../../persistence/entities/index.ts'
import { AppError } from '../../../runtime/errors.ts'
import { presentTenant } from '../present/index.ts'
import { route } from '../route.ts'
import { count, fields, flag, maybe, orNull, text, words } from '../schemas/fields.ts'
import { tenantShape } from '../schemas/resources.ts'
import { SETTINGS_BYTES_MAX, settingsField } from '../schemas/settings.ts'

const DOMAIN = /^[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+$/

const webhookUrl = (publicOnly: boolean) =>
  text({
    max: 2_048,
    test: (address) => urlRefusal(address, { publicOnly }) === null,
    says: publicOnly
      ? 'must be an absolute, public https address without user and password'
      : 'must be an absolute http or https address without user and password',
  })

const changes = (publicOnly: boolean) =>
  fields({
    name: maybe(text({ max: 120 })),
    domain: maybe(orNull(text({ max: 253, pattern: DOMAIN, says: 'must be a domain name' }))),
    webhookUrl: maybe(orNull(webhookUrl(publicOnly))),
    settings: maybe(settingsField()),
  })

/** @throws AppError `validation_error` when they are too many bytes in all */
function merged(current: TenantSettings, incoming: Record<string, unknown>): TenantSettings {
  const settings = { ...current, ...incoming }
  if (Buffer.byteLength(JSON.stringify(settings)) > SETTINGS_BYTES_MAX) {
    const details = { settings: [`must be at most ${SETTINGS_BYTES_MAX} bytes in all`] }
    throw new AppError('validation_error', { details })
  }
  return settings
}

export const tenantRoutes = [
  route({
    method: 'PUT',
    path: '/tenant',
    tag: 'Settings',
    summary: 'Change name, domain, webhook address and settings',
    body: changes(false),
    bodyUnder: ({ outbound }) => changes(outbound.publicAddressesOnly),
    response: tenantShape,
    errors: ['validation_error'],
    async handle({ tenantId, body, services }) {
      const { name, domain, webhookUrl: address, settings } = body
      const tenant = await services.database.asTenant(tenantId, async ({ em }) => {
        // Locked, so that of two updates at once neither undoes the other's settings.
        const row = await em.findOne(Tenant, { id: tenantId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
        if (row === null) throw new AppError('authentication_required')
        if (settings !== undefined) row.settings = merged(row.settings, settings)
        if (name !== undefined) row.name = name
        if (domain !== undefined) row.domain = domain
        if (address !== undefined) row.webhookUrl = address
        row.updatedAt = new Date(services.clock.now())
        return row
      })
      await services.engine.tenantChanged({ tenantId })
      if (address !== undefined) await services.outbound.webhooks.resume(tenantId)
      return presentTenant(tenant)
    },
  }),
  route({
    method: 'POST',
    path: '/tenant/webhook-secret/regenerate',
    tag: 'Settings',
    summary: 'Replace the secret that signs webhooks; the old one signs beside it for a day',
    body: fields({ revokeOld: maybe(flag()) }),
    response: fields({ webhookSecret: words() }),
    errors: ['validation_error'],
    async handle({ tenantId, body, services }) {
      const revokeOld = body.revokeOld === true
      return { webhookSecret: await services.outbound.webhooks.regenerateSecret({ tenantId, revokeOld }) }
    },
  }),
  route({
    method: 'GET',
    path: '/tenant/stats',
    tag: 'Settings',
    summary: 'Counts of products, sessions, bids and cart events',
    response: fields({ products: count(), sessions: count(), totalBids: count(), totalCartEvents: count() }),
    async handle({ tenantId, services }) {
      const [row] = await services.database.asTenant(tenantId, ({ sql }) =>
        sql.query<Record<string, string>>(
          `select (select count(*) from product where tenant_id = $1) as products,
                  (select count(*) from live_session where tenant_id = $1) as sessions,
                  (select count(*) from bid where tenant_id = $1) as bids,
                  (select count(*) from cart_event where tenant_id = $1) as carts`,
          [tenantId],
        ),
      )
      return {
        products: Number(row?.products),
        sessions: Number(row?.sessions),
        totalBids: Number(row?.bids),
        totalCartEvents: Number(row?.carts),
      }
    },
  }),
]
