const MIB = 1_048_576

/** After so much a checkpoint is worth its while, if nobody is kept waiting by it. */
const WORTH_BYTES = 16 * MIB
/** After so much it is due whoever waits: a crash would cost a start of many seconds, and the disk fills. */
const DUE_BYTES = 1_024 * MIB
/** What is sent between two looks by a service in which nothing happens. */
const QUIET_BYTES = 65_536

/**
 * When to make a checkpoint. A server has a process for it; the embedded one makes none while it runs, so that its log
 * would grow for ever and a start after a crash would go through all of it. What clients send measures what is written.
 */
export class CheckpointPlan {
  private sinceCheckpoint = 0
  private sinceLook = 0

  sent(bytes: number): void {
    this.sinceCheckpoint += bytes
    this.sinceLook += bytes
  }

  /** Asked every few seconds; true means that a checkpoint is made now. */
  isDue(): boolean {
    const isQuiet = this.sinceLook <= QUIET_BYTES
    this.sinceLook = 0
    const due = this.sinceCheckpoint >= (isQuiet ? WORTH_BYTES : DUE_BYTES)
    if (due) this.sinceCheckpoint = 0
    return due
  }
}
