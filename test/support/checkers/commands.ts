import type { Answered, Checker } from './Evidence.ts'

interface Row {
  id: string
  type: string
  times: number
}

/** What an answered command must have left behind: the subject it names, and a word for the trace. */
const TRACE: Record<Answered['command'], { of: 'itemId' | 'sessionId'; type: string }> = {
  activate: { of: 'itemId', type: 'activate' },
  close: { of: 'itemId', type: 'close' },
  extend: { of: 'itemId', type: 'extend' },
  startSession: { of: 'sessionId', type: 'started' },
  endSession: { of: 'sessionId', type: 'ended' },
}

/** I12: a command that was answered has happened, exactly as often as the log says at least, whatever crashed since. */
export const answeredCommandsLast: Checker = async ({ sql, answered = [] }) => {
  const rows = await sql.query<Row>(
    `select item_id::text as id, type, count(*)::int as times from item_event group by item_id, type
     union all select id::text, 'started', 1 from live_session where started_at is not null
     union all select id::text, 'ended', 1 from live_session where ended_at is not null and status = 'ended'`,
  )
  const left = new Map(rows.map(({ id, type, times }) => [`${type} ${id}`, times]))
  const lines: string[] = []
  for (const one of answered) {
    const { of, type } = TRACE[one.command]
    const subject = `${type} ${one[of] ?? ''}`
    const times = left.get(subject) ?? 0
    if (times === 0) lines.push(`I12 ${one.command} of ${one[of] ?? ''} was answered and left no trace`)
    left.set(subject, times - 1)
  }
  return lines
}
