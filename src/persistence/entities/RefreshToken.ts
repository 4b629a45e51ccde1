import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { id, ref, time } from './columns.ts'

/** One issued refresh token. Single use: a second use revokes every token of its family. */
export const RefreshToken = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_token',
  properties: {
    id: id(),
    tenantId: ref(),
    familyId: ref().index(),
    tokenHash: p.string().unique(),
    expiresAt: time(),
    usedAt: time().nullable(),
    revokedAt: time().nullable(),
    createdAt: time(),
  },
})
export type RefreshToken = InferEntity<typeof RefreshToken>
