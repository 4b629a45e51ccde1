import type { ItemDecision } from '../../../machines/auctionItem/index.ts'
import { fromDecimalText, minor, type Minor } from '../../../machines/money.ts'
import { partitionOf } from '../../persistence/partitionOf.ts'
import type { Sql } from '../../persistence/sql.ts'
import { AppError } from '../../runtime/errors.ts'
import {
  RECORDED_EVENTS_MAX,
  RECORDING_FORMAT,
  RECORDING_VERSION,
  type RecordedCommand,
  type RecordedComment,
  type RecordedEnding,
  type Recording,
} from './Recording.ts'
import { withoutContacts } from './withoutContacts.ts'

/**
 * Reads the recording of one item of a tenant, as it stands at one moment; undefined when the tenant has no such item.
 * @throws AppError recording_too_large past `eventsMax`
 * @throws Error when the item's log does not begin with its activation
 */
export async function buildRecording(
  sql: Pick<Sql, 'query'>,
  tenantId: string,
  itemId: string,
  eventsMax = RECORDED_EVENTS_MAX,
): Promise<Recording | undefined> {
  const [row] = await sql.query<Row>(SQL, [itemId, tenantId, partitionOf(tenantId), eventsMax + 1])
  if (row === undefined) return undefined
  const { item, product, settings, ending } = parsed(row)
  const comments = parsed(row).comments ?? []
  const commands = parsed(row).commands ?? []
  if (comments.length + commands.length > eventsMax) throw new AppError('recording_too_large')
  const events = [...comments.map(ofComment), ...commands.map(ofCommand)]
    .toSorted((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1])
    .map(({ event }) => event)
  const [activation] = events
  if (activation?.event?.type !== 'activate')
    throw new Error(`The log of item ${itemId} lacks its activation`)
  const { mode, price, increment, rules } = activation.event.input
  return {
    format: RECORDING_FORMAT,
    version: RECORDING_VERSION,
    item: { id: item.id, mode, startingPrice: price, increment },
    product,
    settings: { currency: settings.currency ?? 'USD', locale: settings.locale ?? 'en', rules },
    startedAt: activation.at,
    events,
    ending: { ...ending, price: fromDecimalText(ending.price) },
  }
}

/**
 * One statement, so that an item that is running is read as of one moment. Times are ms, amounts decimal text. That
 * anti-snipe moved the end is left out: the bid before it decides that again. Outcomes are looked up comment by comment:
 * joined as it stands, their view is read for the whole partition.
 */
const SQL = `
  select json_build_object('id', i.id) as item,
         json_build_object('id', p.id, 'name', p.name) as product,
         json_build_object('currency', t.settings -> 'currency', 'locale', t.settings -> 'locale') as settings,
         json_build_object(
           'status', i.status, 'outcome', i.outcome, 'price', i.current_price::text,
           'timeLimitSeconds', i.time_limit_seconds, 'endsAt', (extract(epoch from i.ends_at) * 1000)::bigint,
           'closedAt', (extract(epoch from i.closed_at) * 1000)::bigint, 'winnerUserId', i.winner_user_id,
           'claimsAccepted', i.claims_accepted, 'stockQuantity', i.stock_quantity, 'extensions', i.extensions,
           'bids', (select count(*) from bid where tenant_id = i.tenant_id and auction_item_id = i.id)) as ending,
         (select json_agg(comment.said) from (select json_build_object(
             'position', c.position, 'at', (extract(epoch from c.received_at) * 1000)::bigint,
             'username', c.username, 'text', c.text, 'userId', o.user_id, 'outcome', o.outcome, 'reason', o.reason,
             'amount', o.amount::text, 'price', o.price::text, 'bidId', b.id, 'bid', b.status,
             'isMatched', b.is_matched) as said
            from inbox_comment c
            join lateral (select * from comment_outcome o
                           where o.tenant_id = c.tenant_id and o.partition = c.partition and o.position = c.position
                          offset 0) o on o.item_id = i.id
            left join bid b on b.tenant_id = c.tenant_id and b.comment_position = c.position
           where c.partition = $3 and c.tenant_id = i.tenant_id and c.position > i.opened_at_position
             and c.position <= coalesce(i.closed_at_position, 9223372036854775807)
           limit $4) as comment) as comments,
         (select json_agg(json_build_object('position', e.position, 'sequence', e.sequence, 'data', e.data))
            from (select * from item_event
                   where item_id = i.id and type <> 'antiSnipe' order by sequence limit $4) e) as commands
    from auction_item i
    join product p on p.id = i.product_id
    join tenant t on t.id = i.tenant_id
   where i.id = $1 and i.tenant_id = $2`

interface Row {
  item: { id: string }
  product: { id: string; name: string }
  settings: { currency: string | null; locale: string | null }
  ending: Omit<RecordedEnding, 'price'> & { price: string }
  comments: CommentRow[] | null
  commands: CommandRow[] | null
}

interface CommentRow {
  position: number
  at: number
  username: string
  text: string
  userId: string | null
  outcome: RecordedComment['stored']['outcome']
  reason: string | null
  amount: string | null
  price: string | null
  bidId: string | null
  bid: RecordedComment['stored']['bid']
  isMatched: boolean | null
}

interface CommandRow {
  position: number
  sequence: number
  data: { event: RecordedCommand['event']; decisions: ItemDecision[] }
}

/** Inbox position, then the event's sequence; 0 for the comment itself. */
type Key = [number, number]

/** Drivers hand JSON over parsed; a text can only come from an unusual type parser. */
const parsed = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
    ]),
  ) as unknown as Row

function ofComment(row: CommentRow): { key: Key; event: RecordedComment } {
  const { at, username, outcome, reason, bid } = row
  const text = withoutContacts(row.text)
  const stored = { outcome, reason, amount: amount(row.amount), price: amount(row.price), bid }
  return { key: [row.position, 0], event: { kind: 'comment', at, username, text, event: told(row), stored } }
}

/** Reasons that an item's machine gives; any other means that it was never asked. */
const MACHINE_REASONS = new Set([
  'claim_on_auction',
  'bid_on_fixed_price',
  'bid_too_low',
  'bid_too_high',
  'already_claimed',
  'viewer_not_matched',
])

/** The event the machine was sent for a comment; null when the comment never reached it. How it was read is what was
 * recorded, because words and settings may have changed since. */
function told(row: CommentRow): RecordedComment['event'] {
  const { at, username, outcome, reason } = row
  if (outcome === 'ignored' && !MACHINE_REASONS.has(reason ?? '')) return null
  const matched = row.isMatched ?? reason !== 'viewer_not_matched'
  const who = { at, bidId: row.bidId ?? '', userId: row.userId ?? '', username, matched }
  const isClaim = outcome === 'claim_accepted' || outcome === 'waitlisted' || row.amount === null
  return isClaim ? { type: 'claim', ...who } : { type: 'bid', amount: amount(row.amount) ?? minor(0), ...who }
}

function ofCommand({ position, sequence, data }: CommandRow): { key: Key; event: RecordedCommand } {
  const { event, decisions } = data
  return {
    key: [position, sequence],
    event: { kind: 'command', at: event.at, event, stored: { decisions } },
  }
}

const amount = (text: string | null): Minor | null => (text === null ? null : fromDecimalText(text))
