import { fromDecimalText, type Minor } from '../../../machines/money.ts'
import type { Sql } from '../../persistence/sql.ts'
import { readTenantRow } from '../desk/loadDesks.ts'
import type { TenantRow } from '../desk/TenantProfile.ts'
import type { Command } from '../entry.ts'

export interface SessionFacts {
  id: string
  status: 'scheduled' | 'live' | 'ended'
  mediaId: string | null
}

export interface ProductFacts {
  id: string
  name: string
  status: string
  stockQuantity: number
  minBidIncrement: Minor | null
}

/** Rows that a command is judged by, read after everything before it is stored. Undefined: not the tenant's. */
export interface Facts {
  session?: SessionFacts | undefined
  product?: ProductFacts | undefined
  tenant?: TenantRow | undefined
}

/** Reads what a command needs to know; commands on running items need nothing but the desk. */
export async function readFacts(sql: Sql, command: Command): Promise<Facts> {
  const { tenantId } = command
  switch (command.type) {
    case 'activate':
      return {
        session: await readSession(sql, tenantId, command.liveSessionId),
        product: await readProduct(sql, tenantId, command.productId),
      }
    case 'startSession':
    case 'endSession':
    case 'sessionChanged':
      return { session: await readSession(sql, tenantId, command.sessionId) }
    case 'productChanged':
      return { product: await readProduct(sql, tenantId, command.productId) }
    case 'tenantChanged':
      return { tenant: await readTenantRow(sql, tenantId) }
    case 'close':
    case 'extend':
    case 'viewerChanged':
    case 'announce':
      return {}
  }
}

async function readSession(sql: Sql, tenantId: string, id: string): Promise<SessionFacts | undefined> {
  const [row] = await sql.query<SessionFacts>(
    `select id, status, social_media_id as "mediaId" from live_session where tenant_id = $1 and id = $2`,
    [tenantId, id],
  )
  return row
}

async function readProduct(sql: Sql, tenantId: string, id: string): Promise<ProductFacts | undefined> {
  const [row] = await sql.query<Omit<ProductFacts, 'minBidIncrement'> & { increment: string | null }>(
    `select id, name, status, stock_quantity as "stockQuantity", min_bid_increment::text as increment
       from product where tenant_id = $1 and id = $2`,
    [tenantId, id],
  )
  if (row === undefined) return undefined
  const { increment, ...product } = row
  return { ...product, minBidIncrement: increment === null ? null : fromDecimalText(increment) }
}
