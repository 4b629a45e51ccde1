import { highestBidWinsOnce, deadlinesFireOnce, oneRunningItemASession, priceOnlyRises } from './auctions.ts'
import { claimsFillCarts, claimsStayWithinStock } from './claims.ts'
import { answeredCommandsLast } from './commands.ts'
import { everyCommentHasOneOutcome, oneCommentOneEffect } from './comments.ts'
import { onlyCommittedIsTold, onlyTheOwnerCommits } from './commits.ts'
import { shopsHearInOrder } from './deliveries.ts'
import type { Checker, Evidence } from './Evidence.ts'
import { replayGivesTheRows } from './replayed.ts'
import { tenantsStayApart } from './tenants.ts'

/** The invariants of src/README.md, in their order. */
const CHECKERS: readonly Checker[] = [
  everyCommentHasOneOutcome, // I1
  oneCommentOneEffect, // I2
  claimsStayWithinStock, // I3
  priceOnlyRises, // I4
  highestBidWinsOnce, // I5
  claimsFillCarts, // I6
  oneRunningItemASession, // I7
  deadlinesFireOnce, // I8
  replayGivesTheRows, // I9
  tenantsStayApart, // I10
  onlyTheOwnerCommits, // I11
  onlyCommittedIsTold,
  answeredCommandsLast, // I12
  shopsHearInOrder, // I13
]

/** Every violation of every invariant, one a line; empty when all hold. */
export async function checkInvariants(evidence: Evidence): Promise<string[]> {
  const lines: string[] = []
  for (const check of CHECKERS) lines.push(...(await check(evidence)))
  return lines
}

/** @throws Error that lists the violations */
export async function assertInvariants(evidence: Evidence): Promise<void> {
  const lines = await checkInvariants(evidence)
  if (lines.length > 0)
    throw new Error(`${String(lines.length)} violations of what always holds:\n  ${lines.join('\n  ')}`)
}
