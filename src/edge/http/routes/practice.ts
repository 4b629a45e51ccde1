import { Tenant } from '../../../persistence/entities/index.ts'
import { AppError } from '../../../runtime/errors.ts'
import { route } from '../route.ts'
import { choice, fields, flag, whole } from '../schemas/fields.ts'

const TIMEOUT_MS = 5_000
const PRICE_MAX = 1_000_000
/** A lively room that a seller can still read. */
const COMMENTS_PER_SECOND = 3
const COMMENTS = 150

export const practiceRoutes = [
  route({
    method: 'GET',
    path: '/practice',
    tag: 'Practice',
    summary:
      'Whether the stand-in crowd is at hand: only where the stand-in platform runs inside the service',
    response: fields({ available: flag() }),
    handle: ({ services }) => Promise.resolve({ available: services.practiceUrl != null }),
  }),
  route({
    method: 'POST',
    path: '/practice',
    tag: 'Practice',
    summary: 'Let the stand-in crowd talk to the tenant’s account for a minute',
    status: 202,
    body: fields({ mode: choice('auction', 'fixed_price'), price: whole(0, PRICE_MAX) }),
    response: fields({ started: flag() }),
    errors: ['validation_error', 'not_found'],
    async handle({ tenantId, body, services }) {
      const tenant = await services.database.asTenant(tenantId, ({ em }) =>
        em.findOne(Tenant, { id: tenantId }),
      )
      const accountId = tenant?.socialAccountId ?? null
      if (services.practiceUrl == null || accountId === null) throw new AppError('not_found')
      const response = await fetch(`${services.practiceUrl}/control/crowd`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          accountId,
          mood: body.mode,
          price: body.price,
          seed: services.ids.next(),
          lines: COMMENTS,
          perSecond: COMMENTS_PER_SECOND,
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) throw new AppError('not_found')
      return { started: true }
    },
  }),
]
