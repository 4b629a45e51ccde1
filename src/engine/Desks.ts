import type { Sql } from '../persistence/sql.ts'
import type { Ids } from '../runtime/ids.ts'
import { loadDesks } from './desk/loadDesks.ts'
import type { KnownViewer, TenantDesk } from './desk/TenantDesk.ts'
import { UnloggedDesks } from './desk/UnloggedDesks.ts'
import { byPlatformId, type ViewerKey } from './desk/viewerKey.ts'
import { tenantOf, type Entry } from './entry.ts'

const IDLE_DESKS_KEPT_MAX = 20_000
const LOAD_MAX = 1_000

interface ViewerRow {
  tenantId: string
  username: string
  fromId: string
  id: string
  isBlocked: boolean
  displayName: string
  email: string | null
  externalUserId: string | null
}

/** The desks in memory: loaded when a batch needs them, dropped when idle or when the database says otherwise. */
export class Desks {
  readonly all = new Map<string, TenantDesk>()
  /** Those with events that no row of the log holds yet. */
  readonly unlogged = new UnloggedDesks()
  /** Desks that are kept without a look at which of them are idle. */
  private keptMax: number
  private hasCrowdedDesk = false
  private onItem: TenantDesk['onItem'] = null
  private readonly sql: Sql
  private readonly viewerKey: ViewerKey
  private readonly ids: Ids
  private readonly idleKeptMax: number

  constructor(sql: Sql, viewerKey: ViewerKey, ids: Ids, idleKeptMax = IDLE_DESKS_KEPT_MAX) {
    this.sql = sql
    this.viewerKey = viewerKey
    this.ids = ids
    this.idleKeptMax = idleKeptMax
    this.keptMax = idleKeptMax
  }

  /** Tells of every running item, now and whenever one comes into memory; null ends it. */
  watch(onItem: TenantDesk['onItem']): void {
    this.onItem = onItem
    for (const desk of this.all.values()) this.show(desk)
  }

  get runningItems(): number {
    let count = 0
    for (const desk of this.all.values()) count += desk.items.size
    return count
  }

  /**
   * Reads what a batch needs and memory lacks: desks of its tenants, and viewers of the comments that may count.
   * Returns the desk of each entry; undefined where there is no such tenant.
   */
  async prepare(entries: readonly Entry[]): Promise<readonly (TenantDesk | undefined)[]> {
    let desks = this.desksOf(entries)
    if (desks.includes(undefined)) {
      await this.load(entries.map(tenantOf))
      desks = this.desksOf(entries)
    }
    const [head] = entries
    if (head?.kind === 'command' && head.command.type === 'viewerChanged') desks[0]?.forgetViewers()
    await this.loadViewers(entries, desks)
    return desks
  }

  /** Loads the desks whose deadlines have to be known, or whose events have to be written to the log. */
  async loadBusy(): Promise<void> {
    const rows = await this.sql.query<{ tenantId: string }>(
      `select tenant_id as "tenantId" from auction_item where status in ('active', 'countdown')
        union
       select i.tenant_id from partition p join inbox_comment i
           on i.partition = p.id and i.position > p.logged_position and i.position <= p.position`,
    )
    await this.load(rows.map((row) => row.tenantId))
  }

  clear(): void {
    for (const desk of this.all.values()) desk.stop()
    this.all.clear()
    this.unlogged.clear()
  }

  /** Whether more is kept than memory is meant for. */
  get isCrowded(): boolean {
    return this.all.size > this.keptMax || this.hasCrowdedDesk
  }

  /** Lets go of tenants that offer nothing, oldest first, and of viewers; all of it can be read again. */
  trim(): void {
    for (const desk of this.all.values()) if (desk.hasTooManyViewers) desk.forgetViewers()
    this.hasCrowdedDesk = false
    for (const [tenantId, desk] of this.all) {
      if (this.all.size <= this.idleKeptMax / 2) break
      if (desk.items.size === 0 && desk.log.isEmpty) this.all.delete(tenantId)
    }
    // Where nearly all of them offer something, looking through them before each batch would cost more than the batch.
    this.keptMax = Math.max(this.idleKeptMax, this.all.size * 2)
  }

  private show(desk: TenantDesk): void {
    desk.onItem = this.onItem
    for (const item of desk.items.values()) this.onItem?.(item)
  }

  private async load(tenantIds: readonly string[]): Promise<void> {
    const unknown = new Set<string>()
    for (const tenantId of tenantIds) if (!this.all.has(tenantId)) unknown.add(tenantId)
    const missing = [...unknown]
    for (let from = 0; from < missing.length; from += LOAD_MAX) {
      const desks = await loadDesks(this.sql, missing.slice(from, from + LOAD_MAX))
      for (const desk of desks) {
        this.all.set(desk.tenantId, desk)
        if (!desk.log.isEmpty) this.unlogged.add(desk)
        this.continueIds(desk)
        this.show(desk)
      }
    }
  }

  /** An auction's last bid is the one with the highest id, also where the clock it was made by ran ahead of this one. */
  private continueIds(desk: TenantDesk): void {
    for (const { context } of desk.items.values())
      if (context.lead !== null) this.ids.riseAbove(context.lead.bidId)
  }

  private desksOf(entries: readonly Entry[]): (TenantDesk | undefined)[] {
    return entries.map((entry) => this.all.get(tenantOf(entry)))
  }

  private async loadViewers(
    entries: readonly Entry[],
    desks: readonly (TenantDesk | undefined)[],
  ): Promise<void> {
    const wanted = new Map<string, { tenantId: string; username: string; fromId: string }>()
    const head = entries[0]
    const activating =
      head?.kind === 'command' && head.command.type === 'activate' ? head.command.tenantId : undefined
    for (const [place, entry] of entries.entries()) {
      const desk = desks[place]
      if (entry.kind !== 'comment' || desk === undefined) continue
      const { tenantId, username, fromId } = entry.comment
      if (desk.items.size === 0 && tenantId !== activating) continue
      if (desk.hasTooManyViewers) this.hasCrowdedDesk = true
      const key = this.viewerKey(entry.comment)
      if (desk.viewer(key) === undefined) wanted.set(`${tenantId} ${key}`, { tenantId, username, fromId })
    }
    if (wanted.size === 0) return
    const keys = [...wanted.values()]
    const rows = await this.sql.query<ViewerRow>(VIEWERS_SQL, [
      keys.map((key) => key.tenantId),
      keys.map((key) => key.username),
      keys.map((key) => key.fromId),
      this.viewerKey === byPlatformId,
    ])
    for (const row of rows) this.all.get(row.tenantId)?.learnViewer(this.viewerKey(row), known(row))
  }
}

/** Username and sender as asked for, so that the answer is found under the same key. */
const VIEWERS_SQL = `
  select w.tenant as "tenantId", w.username, w.from_id as "fromId", v.id, v.is_blocked as "isBlocked",
         v.display_name as "displayName", v.email, v.external_user_id as "externalUserId"
    from unnest($1::uuid[], $2::text[], $3::text[]) as w (tenant, username, from_id)
   cross join lateral (
     select * from viewer
      where tenant_id = w.tenant
        and case when $4::boolean and w.from_id <> '' then social_user_id = w.from_id
                 when $4::boolean then social_username = w.username and social_user_id = ''
                 else social_username = w.username end
      order by id limit 1) as v`

const known = (row: ViewerRow): KnownViewer => ({
  id: row.id,
  isBlocked: row.isBlocked,
  isMatched: row.email !== null || row.externalUserId !== null,
  displayName: row.displayName,
  email: row.email,
  externalUserId: row.externalUserId,
})
