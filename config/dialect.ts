import { array, boolean, enums, nullable, object, string, type Infer } from 'superstruct'

/** The platform's words: what differs between the neutral `social` platform and Instagram, as data. */
export const dialectSchema = object({
  /** `object` of the webhook payloads that are meant for this service. */
  object: string(),
  authorizeUrl: nullable(string()),
  graphUrl: nullable(string()),
  /** Permissions asked of the seller when connecting. */
  scopes: array(string()),
  /** `grant_type` that turns a short-lived token into a long-lived one. */
  exchangeGrantType: string(),
  /** Query parameter that carries the short-lived token. */
  exchangeTokenParameter: string(),
  /** Field of a page that names its linked professional account. */
  accountField: string(),
  /** `field` of the changes that carry comments. */
  commentFields: array(string()),
  /** Some entries are a change themselves: `field` and `value` stand in them, without `changes`. */
  bareEntries: boolean(),
  /** What the seller's page is subscribed to. */
  subscribedFields: array(string()),
  /** `comment`: in public, beside the comment. `private`: a message to its writer, where public replies are refused. */
  replyKind: enums(['comment', 'private']),
})

export type Dialect = Infer<typeof dialectSchema>
