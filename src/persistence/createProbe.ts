import type { Sql } from './sql.ts'

/**
 * Asks whether the database answers within `withinMs`. Whoever asks meanwhile shares the question, so that probes of a
 * silent server never take up its connections.
 */
export function createProbe(sql: Pick<Sql, 'query'>, withinMs: number): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  return () => {
    asking ??= sql
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = undefined
      })
    return inTime(asking, withinMs)
  }
}

async function inTime(asked: Promise<boolean>, withinMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => {
    resolve(false)
  }, withinMs)
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
