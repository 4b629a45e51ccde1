import type { Sql } from '../../persistence/sql.ts'
import { AppError } from '../../runtime/errors.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Encryption } from '../../runtime/encryption.ts'
import { newWebhookSecret } from '../../runtime/webhookSecret.ts'
import type { DeliveryTarget } from '../outbox/ClaimedDelivery.ts'

/**
 * Gives a tenant a new signing secret and returns it, the only time it is shown. The old one signs beside it for
 * `overlapMs`, so that the shop can change over without losing a webhook; `revokeOld` ends it at once.
 */
export async function regenerateWebhookSecret(
  {
    sql,
    clock,
    encryption,
    overlapMs,
  }: { sql: Sql; clock: Clock; encryption: Encryption; overlapMs: number },
  { tenantId, revokeOld }: { tenantId: string; revokeOld: boolean },
): Promise<string> {
  const secret = newWebhookSecret()
  const now = clock.now()
  await sql.transaction(async (trx) => {
    const [row] = await trx.query<{ secret: string }>(
      'select webhook_secret as secret from tenant where id = $1::uuid for update',
      [tenantId],
    )
    if (row === undefined) throw new AppError('authentication_required')
    const old = revokeOld ? null : encryption.decrypt(row.secret, { tenantId, column: 'webhookSecret' })
    await trx.query(
      `update tenant set webhook_secret = $2, previous_webhook_secret = $3,
              previous_webhook_secret_until = $4::timestamptz, updated_at = $5::timestamptz where id = $1::uuid`,
      [
        tenantId,
        encryption.encrypt(secret, { tenantId, column: 'webhookSecret' }),
        old === null ? null : encryption.encrypt(old, { tenantId, column: 'previousWebhookSecret' }),
        old === null ? null : new Date(now + overlapMs).toISOString(),
        new Date(now).toISOString(),
      ],
    )
  })
  return secret
}

/** The secrets that sign a tenant's webhooks now, newest first. */
export function signingSecrets(
  encryption: Encryption,
  tenantId: string,
  target: DeliveryTarget,
  now: number,
): string[] {
  const current = encryption.decrypt(target.webhookSecret, { tenantId, column: 'webhookSecret' })
  const { previousWebhookSecret: previous, previousWebhookSecretUntil: until } = target
  if (previous === null || until === null || until <= now) return [current]
  return [current, encryption.decrypt(previous, { tenantId, column: 'previousWebhookSecret' })]
}
