import { isDeepStrictEqual } from 'node:util'
import type { TenantDesk } from './desk/TenantDesk.ts'
import type { Command, CommandEntry } from './entry.ts'

/**
 * Commands that let running items follow the rows they depend on: settings or stock were changed, and the process that
 * should have been told did not live to decide it. They stand behind everything acknowledged before.
 */
export function followUps(
  desks: Iterable<TenantDesk>,
  place: Pick<CommandEntry, 'at' | 'afterPosition'>,
): CommandEntry[] {
  const commands: Command[] = []
  for (const { tenantId, profile, items, changedProducts } of desks) {
    if ([...items.values()].some((item) => !isDeepStrictEqual(item.context.rules, profile.rules)))
      commands.push({ type: 'tenantChanged', tenantId })
    for (const productId of changedProducts) commands.push({ type: 'productChanged', tenantId, productId })
  }
  return commands.map((command) => ({
    kind: 'command',
    command,
    ...place,
    cancelled: false,
    committing: false,
    settle: () => undefined,
  }))
}
