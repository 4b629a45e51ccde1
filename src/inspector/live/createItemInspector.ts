import { fromDecimalText, toMajor } from '../../../machines/money.ts'
import type { InspectedItem, ItemInspector, ItemSearch } from '../../edge/http/ItemInspector.ts'
import type { Database } from '../../persistence/database.ts'
import type { Sql } from '../../persistence/sql.ts'
import { buildRecording } from '../recording/buildRecording.ts'
import type { Operators } from './Operators.ts'

interface ItemRow extends Omit<InspectedItem, 'price' | 'activatedAt' | 'closedAt'> {
  price: string
  activatedAt: string
  closedAt: string | null
}

/** Items by name, id and state; null as tenant shows those of all. */
const ITEMS = `
  select i.id, i.tenant_id as "tenantId", t.name as "shopName", p.name as "productName", i.mode, i.status,
         i.current_price::text as price, (extract(epoch from i.activated_at) * 1000)::bigint::text as "activatedAt",
         (extract(epoch from i.closed_at) * 1000)::bigint::text as "closedAt"
    from auction_item i
    join product p on p.id = i.product_id
    join tenant t on t.id = i.tenant_id
   where ($1::uuid is null or i.tenant_id = $1)
     and ($2::text is null or strpos(lower(p.name), lower($2)) > 0 or strpos(i.id::text, lower($2)) > 0)
     and ($3::text is null or i.status = $3)
     and ($4::uuid is null or i.id < $4)
   order by i.id desc limit $5`

/** Reads items for the inspector: a tenant's own behind the database's own guard, those of all for operators alone. */
export function createItemInspector(
  database: Pick<Database, 'asTenant' | 'sql'>,
  operators: Operators,
): ItemInspector {
  /** Does the work on the rows that the caller may see; null stands for those of all tenants. */
  async function within<T>(
    tenantId: string,
    work: (sql: Pick<Sql, 'query'>, tenantId: string | null) => Promise<T>,
  ): Promise<T> {
    if (await operators.includes(tenantId)) return work(database.sql, null)
    return database.asTenant(tenantId, ({ sql }) => work(sql, tenantId))
  }

  return {
    items: (tenantId, { search, status, after, limit }: ItemSearch) =>
      within(tenantId, async (sql, only) => {
        const rows = await sql.query<ItemRow>(ITEMS, [only, search, status, after, limit])
        return rows.map((row) => ({
          ...row,
          price: toMajor(fromDecimalText(row.price)),
          activatedAt: timeOf(row.activatedAt),
          closedAt: row.closedAt === null ? null : timeOf(row.closedAt),
        }))
      }),

    recording: (tenantId, itemId) =>
      within(tenantId, async (sql, only) => {
        const owner = only ?? (await ownerOf(sql, itemId))
        return owner === undefined ? undefined : buildRecording(sql, owner, itemId)
      }),
  }
}

const timeOf = (millis: string): string => new Date(Number(millis)).toISOString()

async function ownerOf(sql: Pick<Sql, 'query'>, itemId: string): Promise<string | undefined> {
  const [row] = await sql.query<{ tenantId: string }>(
    'select tenant_id as "tenantId" from auction_item where id = $1',
    [itemId],
  )
  return row?.tenantId
}
