import type { LiveSession } from '../../../protocol/resources.ts'

const QUIET_MS = 60_000

/**
 * How long no comment came to a live session, ms; null while that is nothing to speak of. `lastAt` and `now` are of the
 * service's clock; `lastAt` is null while none ever came.
 */
export function quietFor(
  session: Pick<LiveSession, 'status' | 'startedAt'> | null,
  lastAt: number | null,
  now: number,
): number | null {
  if (session?.status !== 'live' || session.startedAt === null) return null
  const silence = now - Math.max(Date.parse(session.startedAt), lastAt ?? 0)
  return silence >= QUIET_MS ? silence : null
}
