/**
 * SQLSTATE of a server that cannot serve now: no connection, none free, a lock or time limit, shutting down or starting,
 * an idle transaction ended, a database closed to connections.
 */
const SQL_STATE_AWAY = /^(?:08...|53...|57...|55P03|55000|25P0[34]|40...)$/

const SYSTEM_CODE_AWAY =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** The driver says these without a code. */
const DRIVER_AWAY =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|not queryable/

/** Whether a statement failed because the database was away or busy, so that the same may succeed a little later. */
export function isStorageAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && (SQL_STATE_AWAY.test(code) || SYSTEM_CODE_AWAY.test(code))) return true
    if (DRIVER_AWAY.test(cause.message)) return true
  }
  return false
}
