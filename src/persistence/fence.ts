import type { Changes } from './changes.ts'
import { bigints, smallints } from './columns.ts'
import type { Statement } from './prepared.ts'
import type { Sql } from './sql.ts'

export const PARTITIONS = 64

/** Thrown when another owner has taken a partition over: nothing of the refused write was stored. */
export class FencedError extends Error {
  constructor(what: string) {
    super(
      `${what} refused: another process has taken over. Stop one of the two, or give each its own database.`,
    )
    this.name = 'FencedError'
  }
}

/** The right to write to partitions, and how far each has been decided. */
export interface Holding {
  owner: string
  /** Epoch by partition id. */
  epochs: readonly number[]
  /** Last decided inbox position by partition id. */
  positions: readonly number[]
  /** Id of the last committed batch by partition id. */
  lastBatches: readonly (string | null)[]
}

interface PartitionRow {
  id: number
  epoch: number | string
  position: number | string
  lastBatch: string | null
}

/**
 * Takes every partition over under a new epoch, after all writes of the owner before have ended.
 * With `renewing`, only what `owner` still holds: another process that came in between is not pushed out again.
 *
 * @throws FencedError when renewing and another owner holds a partition
 */
export async function takeOver(sql: Sql, owner: string, renewing = false): Promise<Holding> {
  return sql.transaction(async (trx) => {
    // `for update` waits for appends in flight (they hold key-share locks) and keeps later ones out.
    await trx.query('select id from partition order by id for update')
    const rows = await trx.query<PartitionRow>(
      `update partition set epoch = epoch + 1, owner = $1, updated_at = now()
        where not $2::boolean or owner = $1 returning id, epoch, position, last_batch as "lastBatch"`,
      [owner, renewing],
    )
    if (rows.length !== PARTITIONS) throw new FencedError('Taking up the work again')
    const epochs: number[] = []
    const positions: number[] = []
    const lastBatches: (string | null)[] = []
    for (const row of rows) {
      epochs[row.id] = Number(row.epoch)
      positions[row.id] = Number(row.position)
      lastBatches[row.id] = row.lastBatch
    }
    return { owner, epochs, positions, lastBatches }
  })
}

/**
 * Moves the inbox positions of partitions on, as the first statement of the batch that stores what was decided of them.
 * This update is the fence: it locks the rows and matches only under the epoch that the owner holds. A row that does
 * not match divides by zero, which undoes the whole batch ({@link isFenced}).
 */
export function advance(
  holding: Holding,
  batchId: string,
  { positions, logged }: Pick<Changes, 'positions' | 'logged'>,
): Statement {
  const ids = [...positions.keys()]
  return {
    text: `with moved as (
      update partition p set position = greatest(p.position, u.position), last_batch = $4, updated_at = now(),
             logged_position = case when p.id = any($5::smallint[]) then greatest(p.position, u.position) else p.logged_position end
        from unnest($1::smallint[], $2::bigint[], $3::bigint[]) as u (id, epoch, position)
       where p.id = u.id and p.epoch = u.epoch returning p.id
    ) select 1 / (count(*) = cardinality($1::smallint[]))::int from moved`,
    values: [
      smallints(ids, (id) => id),
      bigints(ids, (id) => holding.epochs[id] ?? null),
      bigints([...positions.values()], (position) => position),
      batchId,
      smallints(logged, (id) => id),
    ],
  }
}

const DIVISION_BY_ZERO = '22012'

/** Whether an error of a batch is the refusal of its {@link advance}. */
export const isFenced = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === DIVISION_BY_ZERO
