import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { position, ref, time } from './columns.ts'

/**
 * Something that happened to an item other than by a comment: a command, a timer, a change of stock or rules.
 * Together with the outcomes of its comments it is the item's ordered log: an event stands after the comment at
 * `position` and before the next one.
 */
export const ItemEvent = defineEntity({
  name: 'ItemEvent',
  tableName: 'item_event',
  properties: {
    itemId: p.uuid().primary(),
    sequence: p.integer().primary(),
    tenantId: ref(),
    position: position(),
    /** The event that was sent to the item's machine, e.g. `activate`, `extend`, `tick`, `stock`, `rules`, `close`. */
    type: p.string(),
    /** The machine event's fields (amounts in minor units, times in ms) and the decisions it led to. */
    data: p.json().$type<{ event: Record<string, unknown>; decisions: Record<string, unknown>[] }>(),
    at: time(),
  },
})
export type ItemEvent = InferEntity<typeof ItemEvent>
