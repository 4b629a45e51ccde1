import { partitionOf } from '../../../persistence/partitionOf.ts'
import { Tenant } from '../../../persistence/entities/index.ts'
import { AppError } from '../../../runtime/errors.ts'
import { route } from '../route.ts'
import { choice, fields, orNull, timestamp, words } from '../schemas/fields.ts'

const timeText = (value: Date | string | null | undefined): string | null =>
  value === null || value === undefined ? null : new Date(value).toISOString()

export const connectionRoutes = [
  route({
    method: 'GET',
    path: '/tenant/connection',
    tag: 'Social account',
    summary: 'Health of the connection to the platform: account, permission, subscription, last comment',
    response: fields({
      status: choice('connected', 'disconnected', 'needs_reconnect'),
      username: orNull(words()),
      tokenExpiresAt: orNull(timestamp()),
      subscribedAt: orNull(timestamp()),
      lastCommentAt: orNull(timestamp()),
    }),
    async handle({ tenantId, services }) {
      const { tenant, last } = await services.database.asTenant(tenantId, async ({ em, sql }) => {
        const [last] = await sql.query<{ at: Date | string }>(
          `select received_at as at from inbox_comment
            where partition = $1 and tenant_id = $2 order by position desc limit 1`,
          [partitionOf(tenantId), tenantId],
        )
        return { tenant: await em.findOne(Tenant, { id: tenantId }), last }
      })
      if (tenant === null) throw new AppError('authentication_required')
      return {
        status: tenant.socialStatus,
        username: tenant.socialUsername ?? null,
        tokenExpiresAt: timeText(tenant.socialTokenExpiresAt),
        subscribedAt: timeText(tenant.socialSubscribedAt),
        lastCommentAt: timeText(last?.at),
      }
    },
  }),
]
