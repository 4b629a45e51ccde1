import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { id, position, ref, time } from './columns.ts'

/** One live show of a tenant. The inbox positions frame the comments that came in while it was live. */
export const LiveSession = defineEntity({
  name: 'LiveSession',
  tableName: 'live_session',
  properties: {
    id: id(),
    tenantId: ref(),
    title: p.string(),
    status: p.string().$type<'scheduled' | 'live' | 'ended'>(),
    socialMediaId: p.string().nullable(),
    startedAt: time().nullable(),
    endedAt: time().nullable(),
    /** Inbox position after which the session's comments stand; null before the start. */
    startedAtPosition: position().nullable(),
    /** Inbox position of the last comment decided before the end; null while it runs. */
    endedAtPosition: position().nullable(),
    createdAt: time(),
    updatedAt: time(),
  },
})
export type LiveSession = InferEntity<typeof LiveSession>
