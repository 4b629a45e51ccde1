import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { position, time } from './columns.ts'

/** One of the 64 orders that tenants are hashed to: who may write (the fence) and how far it has decided. */
export const Partition = defineEntity({
  name: 'Partition',
  tableName: 'partition',
  properties: {
    id: p.smallint().primary(),
    /** Rises with every takeover; a commit or append under an older epoch changes nothing and is refused. */
    epoch: position(),
    owner: p.string().nullable(),
    /** Last inbox position whose outcome is committed. */
    position: position(),
    /** A position up to which all events of its tenants stand in rows of the log. */
    loggedPosition: position(),
    /** Id of the last committed batch that touched it: tells whether a commit whose answer was lost happened. */
    lastBatch: p.uuid().nullable(),
    updatedAt: time(),
  },
})
export type Partition = InferEntity<typeof Partition>
