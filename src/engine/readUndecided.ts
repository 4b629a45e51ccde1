import type { Holding } from '../persistence/fence.ts'
import type { Inbox } from '../persistence/inbox.ts'
import type { CommandEntry, Entry } from './entry.ts'

const PAGE = 10_000

/** Everything acknowledged and not decided, in order, with the commands that waited in their old places among it. */
export async function readUndecided(
  inbox: Inbox,
  holding: Holding,
  commands: readonly CommandEntry[],
): Promise<Entry[]> {
  const waiting = commands.filter((command) => !command.cancelled)
  const entries: Entry[] = []
  let next = 0
  for (let after = 0; ;) {
    const page = await inbox.undecided(holding, after, PAGE)
    for (const comment of page) {
      for (let command = waiting[next]; command !== undefined; command = waiting[next]) {
        if (command.afterPosition >= comment.position) break
        entries.push(command)
        next++
      }
      entries.push({ kind: 'comment', comment })
      after = comment.position
    }
    if (page.length < PAGE) return [...entries, ...waiting.slice(next)]
  }
}
