import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { id, ref, time } from './columns.ts'

/** A viewer of a tenant: the contract's User. Created by the engine with the viewer's first comment on an item. */
export const Viewer = defineEntity({
  name: 'Viewer',
  tableName: 'viewer',
  properties: {
    id: id(),
    tenantId: ref(),
    /** Normalised. */
    socialUsername: p.string(),
    socialUserId: p.string(),
    socialAuthMethod: p.string(),
    /** The raw username of the first comment. */
    displayName: p.string(),
    isBlocked: p.boolean().default(false),
    email: p.string().nullable(),
    externalUserId: p.string().nullable(),
    trustScore: p.integer().default(50),
    createdAt: time(),
    updatedAt: time(),
  },
})
export type Viewer = InferEntity<typeof Viewer>
