import type { Sql } from '../../../src/persistence/sql.ts'
import { NaiveItem, type NaiveRules, type Step } from '../engine/NaiveItem.ts'
import type { Shop, ViewerState } from './Shop.ts'

interface CommentRow {
  tenantId: string
  position: string
  username: string
  text: string
  mediaId: string | null
  at: string
  said: string | null
}

interface EventRow {
  itemId: string
  tenantId: string
  position: string
  event: { type: string; at: number } & Record<string, unknown>
}

interface Entry {
  tenantId: string
  /** Position, then 0 for the comment itself and 1 for what came after it. */
  place: [number, number]
  happen(): void
}

const OUTCOMES: Record<string, string> = {
  bidAccepted: 'bid_accepted',
  claimAccepted: 'claim_accepted',
  claimWaitlisted: 'waitlisted',
}

/** What a comment of a simulated story says; the stories say nothing that takes more reading. */
function stepOf(text: string, user: string, matched: boolean): Step | null {
  if (/^\d+$/.test(text)) return { do: 'bid', user, amount: Number(text) * 100, matched }
  return text === 'mine' ? { do: 'claim', user, matched } : null
}

/**
 * The whole show once more, from what came in alone: comments in the order of the inbox, commands at their places.
 * Returns each difference between what is stored and what plain rules make of it.
 */
export async function compareWithNaiveShow(
  sql: Sql,
  shops: readonly Shop[],
  viewers: readonly ViewerState[],
  until: number,
): Promise<string[]> {
  const differences: string[] = []
  const items = new Map<
    string,
    { item: NaiveItem; tenantId: string; activatedAt: number; mediaId: string | null }
  >()
  const sessionOf = await sessions(sql)

  const running = (tenantId: string, at: number) => {
    const all = [...items.values()].filter((one) => one.tenantId === tenantId)
    for (const { item } of all) item.live(at)
    return all.filter(({ item }) => item.isRunning)
  }
  const itemFor = (tenantId: string, mediaId: string | null, at: number): NaiveItem | undefined => {
    const all = running(tenantId, at)
    const same = mediaId === null ? [] : all.filter((one) => one.mediaId === mediaId)
    const [first, ...others] = same.length > 0 ? same : all
    return others.reduce((last, one) => (one.activatedAt >= (last?.activatedAt ?? 0) ? one : last), first)
      ?.item
  }
  const outcomeOf = (comment: CommentRow): string => {
    const { tenantId, username, text } = comment
    const item = itemFor(tenantId, comment.mediaId, Number(comment.at))
    if (item === undefined) return 'no_active_item'
    const viewer = viewers.findLast(
      (one) => one.tenantId === tenantId && one.username === username && one.since < Number(comment.position),
    )
    if (viewer?.isBlocked === true) return 'blocked'
    const step = stepOf(text, username, viewer?.isMatched === true)
    if (step === null) return 'no_amount'
    const [[word] = []] = item.happen(step, Number(comment.at))
    return OUTCOMES[String(word)] ?? String(word)
  }
  const comments = (await readComments(sql)).map((comment): Entry => ({
    tenantId: comment.tenantId,
    place: [Number(comment.position), 0],
    happen() {
      const expected = outcomeOf(comment)
      if (comment.said !== expected)
        differences.push(
          `@${comment.username} “${comment.text}” at ${comment.position}: ${String(comment.said)}, not ${expected}`,
        )
    },
  }))
  const events = (await readEvents(sql)).map(({ itemId, tenantId, position, event }): Entry => ({
    tenantId,
    place: [Number(position), 1],
    happen() {
      running(tenantId, event.at)
      if (event.type === 'activate') {
        const shop = shops.find((one) => one.tenantId === tenantId)
        const session = shop?.sessions.find(({ id }) => id === sessionOf.get(itemId))
        const item = begin(event.input as Input)
        items.set(itemId, { item, tenantId, activatedAt: event.at, mediaId: session?.mediaId ?? null })
        return
      }
      const step = commandOf(event)
      if (step !== null) items.get(itemId)?.item.happen(step, event.at)
    },
  }))
  for (const entry of [...comments, ...events].sort(
    (a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1],
  ))
    entry.happen()
  for (const shop of shops) running(shop.tenantId, until)
  return [...differences, ...(await compareItems(sql, items))]
}

interface Input {
  mode: 'auction' | 'fixed_price'
  price: number
  increment: number | null
  timeLimitSeconds: number | null
  endsAt: number | null
  stockQuantity: number
  rules: Rules
}

interface Rules {
  countdownSeconds: number
  antiSnipe: { windowSeconds: number; extendSeconds: number; extensionsMax: number }
  maxBidFactor: number | null
  requireMatchedViewer: boolean
}

const naiveRules = (rules: Rules): NaiveRules => ({
  countdown: rules.countdownSeconds,
  window: rules.antiSnipe.windowSeconds,
  push: rules.antiSnipe.extendSeconds,
  pushesMax: rules.antiSnipe.extensionsMax,
  factor: rules.maxBidFactor,
  matchedOnly: rules.requireMatchedViewer,
})

const begin = (input: Input): NaiveItem =>
  new NaiveItem({
    ...input,
    limit: input.timeLimitSeconds,
    stock: input.stockQuantity,
    rules: naiveRules(input.rules),
  })

/** What an entry of the item's log asked for. A note of what a comment did (anti-snipe) asks for nothing. */
function commandOf(event: EventRow['event']): Step | null {
  if (event.type === 'close' || event.type === 'tick') return { do: event.type }
  if (event.type === 'extend') return { do: 'extend', seconds: Number(event.seconds) }
  if (event.type === 'stock') return { do: 'stock', stock: Number(event.stockQuantity) }
  if (event.type === 'rules') return { do: 'rules', rules: naiveRules(event.rules as Rules) }
  return null
}

async function sessions(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql.query<{ id: string; sessionId: string }>(
    'select id, live_session_id as "sessionId" from auction_item',
  )
  return new Map(rows.map(({ id, sessionId }) => [id, sessionId]))
}

const readComments = (sql: Sql): Promise<CommentRow[]> =>
  sql.query<CommentRow>(
    `select i.tenant_id as "tenantId", i.position::text as position, i.username, i.text, i.media_id as "mediaId",
            (extract(epoch from i.received_at) * 1000)::bigint::text as at, coalesce(o.reason, o.outcome) as said
       from inbox_comment i left join comment_outcome o on o.partition = i.partition and o.position = i.position
      order by i.position`,
  )

const readEvents = (sql: Sql): Promise<EventRow[]> =>
  sql.query<EventRow>(
    `select item_id as "itemId", tenant_id as "tenantId", position::text as position, data -> 'event' as event
       from item_event order by position, item_id, sequence`,
  )

async function compareItems(sql: Sql, items: ReadonlyMap<string, { item: NaiveItem }>): Promise<string[]> {
  const rows = await sql.query<{ id: string; said: string }>(
    `select i.id, json_build_array(i.status, i.current_price * 100, i.time_limit_seconds,
              (extract(epoch from i.ends_at) * 1000)::bigint, i.extensions, v.social_username, i.claims_accepted)::text as said
       from auction_item i left join viewer v on v.id = i.winner_user_id`,
  )
  return rows.flatMap(({ id, said }) => {
    const one = items.get(id)?.item
    if (one === undefined) return [`item ${id} was never activated`]
    const { state, price, limit, endsAt, pushes, winner, claims } = one
    const expected = JSON.stringify([state, price, limit, endsAt, pushes, winner, claims.length])
    const stored = JSON.stringify(JSON.parse(said))
    return stored === expected ? [] : [`item ${id}: ${stored}, not ${expected}`]
  })
}
