import { anything, choice, count, fields, listOf, orNull, timestamp, uuid, words } from './fields.ts'

const delivery = {
  id: uuid(),
  kind: choice('webhook', 'reply'),
  type: words(),
  status: choice('pending', 'delivered', 'failed', 'cancelled'),
  attempts: count(),
  nextAttemptAt: orNull(timestamp()),
  lastStatus: orNull(count()),
  lastError: orNull(words()),
  durationMs: orNull(count()),
  createdAt: timestamp(),
  deliveredAt: orNull(timestamp()),
}

export const deliveryShape = fields(delivery)

/** With the body that is sent, and every try that was made. */
export const deliveryDetailShape = fields({
  ...delivery,
  payload: anything(),
  tries: listOf(
    fields({
      number: count(),
      at: timestamp(),
      url: orNull(words()),
      requestHeaders: anything(),
      responseStatus: orNull(count()),
      responseBody: orNull(words()),
      error: orNull(words()),
      durationMs: count(),
    }),
  ),
})
