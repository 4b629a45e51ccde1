import { createHash } from 'node:crypto'
import { AppError } from '../../runtime/errors.ts'
import { failureBody } from './errorDoor.ts'
import type { Services } from './Services.ts'

export interface Reply {
  status: number
  body: object
}

/** What the key of a repeated request stands for. */
export interface KeyedRequest {
  tenantId: string
  method: string
  /** The route and what its parameters are. */
  path: string
  key: string
  body: unknown
}

const HOUR_MS = 60 * 60 * 1_000
const KEPT_MS = 24 * HOUR_MS
/** A first request that has not ended after this time died with its process; the next one runs anew. */
const RUNNING_MS_MAX = 2 * 60 * 1_000
const KEY = /^[\x21-\x7e][\x20-\x7e]{0,254}$/

/** @throws AppError `validation_error` for a key that is no short printable text */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined || KEY.test(header)) return header
  const details = { 'Idempotency-Key': ['must be 1–255 printable ASCII characters'] }
  throw new AppError('validation_error', { details })
}

/**
 * Gives a repeated request its first answer again, refusals included, for 24 hours. Failures of the service itself
 * (5xx) and 429 are not remembered, so that trying again helps. Answers hold secrets, so they are kept encrypted.
 */
export function createIdempotency({
  database,
  clock,
  encryption,
  log,
}: Pick<Services, 'database' | 'clock' | 'encryption' | 'log'>) {
  let sweepAt = 0
  const query = <Row>(tenantId: string, text: string, values: readonly unknown[]): Promise<Row[]> =>
    database.asTenant(tenantId, ({ sql }) => sql.query<Row>(text, values))

  /**
   * Runs `work` unless the same request ran before; `replayed` tells which of the two it was.
   * @throws AppError `idempotency_in_progress`, `idempotency_mismatch`, or whatever `work` throws
   */
  return async function once(
    request: KeyedRequest,
    work: () => Promise<Reply>,
  ): Promise<Reply & { replayed: boolean }> {
    const now = clock.now()
    const { tenantId } = request
    const claim = { tenantId, key: scopedKey(request), digest: digestOf(request.body), at: new Date(now) }
    if (!(await claimed(claim))) return { ...(await firstReply(claim)), replayed: true }
    await sweep(now)
    try {
      const reply = await work()
      await remember(claim, reply)
      return { ...reply, replayed: false }
    } catch (error) {
      if (error instanceof AppError && error.status < 500 && error.status !== 429) {
        await remember(claim, { status: error.status, body: failureBody(error) })
      } else {
        await forget(claim)
      }
      throw error
    }
  }

  /** One statement, so that of two requests at once only one runs. */
  async function claimed({ tenantId, key, digest, at }: Claim): Promise<boolean> {
    const rows = await query(
      tenantId,
      `insert into idempotent_request as kept (tenant_id, key, request_digest, created_at) values ($1, $2, $3, $4)
       on conflict (tenant_id, key) do update
         set request_digest = excluded.request_digest, created_at = excluded.created_at,
             response_status = null, response_body = null
         where kept.created_at < $5 or (kept.response_status is null and kept.created_at < $6)
       returning key`,
      [tenantId, key, digest, at, new Date(at.getTime() - KEPT_MS), new Date(at.getTime() - RUNNING_MS_MAX)],
    )
    return rows.length > 0
  }

  async function firstReply({ tenantId, key, digest }: Claim): Promise<Reply> {
    const [first] = await query<{ digest: string; status: number | null; body: string | null }>(
      tenantId,
      `select request_digest as digest, response_status as status, response_body as body
         from idempotent_request where tenant_id = $1 and key = $2`,
      [tenantId, key],
    )
    if (first !== undefined && first.digest !== digest) throw new AppError('idempotency_mismatch')
    if (first?.status == null || first.body === null) throw new AppError('idempotency_in_progress')
    const { status, body } = first
    return { status, body: JSON.parse(encryption.decrypt(body, { tenantId, column: COLUMN })) as object }
  }

  /** The work is done by now: failing to note it must not turn its answer into a failure. */
  async function remember({ tenantId, key, at }: Claim, { status, body }: Reply): Promise<void> {
    const kept = encryption.encrypt(JSON.stringify(body), { tenantId, column: COLUMN })
    await query(
      tenantId,
      `update idempotent_request set response_status = $4, response_body = $5
          where tenant_id = $1 and key = $2 and created_at = $3`,
      [tenantId, key, at, status, kept],
    ).catch((error: unknown) => {
      log.warn({ err: error, tenantId }, 'idempotency: an answer could not be kept')
    })
  }

  async function forget({ tenantId, key, at }: Claim): Promise<void> {
    await query(
      tenantId,
      'delete from idempotent_request where tenant_id = $1 and key = $2 and created_at = $3',
      [tenantId, key, at],
    ).catch((error: unknown) => {
      log.warn({ err: error, tenantId }, 'idempotency: a failed request could not be forgotten')
    })
  }

  /** Whoever uses a key clears away what is too old, at most once an hour. */
  async function sweep(now: number): Promise<void> {
    if (now < sweepAt) return
    sweepAt = now + HOUR_MS
    await database.sql.query('delete from idempotent_request where created_at < $1', [
      new Date(now - KEPT_MS),
    ])
  }
}

interface Claim {
  tenantId: string
  key: string
  digest: string
  at: Date
}

const COLUMN = 'responseBody'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A key counts for one method and path only. */
const scopedKey = ({ method, path, key }: KeyedRequest): string => sha256(`${method} ${path}\n${key}`)

const digestOf = (body: unknown): string => sha256(body === undefined ? '' : JSON.stringify(body))
