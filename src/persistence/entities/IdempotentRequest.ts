import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { time } from './columns.ts'

/** The first answer to a request that carried an Idempotency-Key, kept for 24 hours. */
export const IdempotentRequest = defineEntity({
  name: 'IdempotentRequest',
  tableName: 'idempotent_request',
  properties: {
    tenantId: p.uuid().primary(),
    key: p.string().primary(),
    requestDigest: p.string(),
    /** Null while the first request runs. */
    responseStatus: p.integer().nullable(),
    responseBody: p.text().nullable(),
    createdAt: time(),
  },
})
export type IdempotentRequest = InferEntity<typeof IdempotentRequest>
