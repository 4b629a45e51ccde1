import { signal } from '@preact/signals'
import type { Page, SessionResult } from '../../../protocol/resources.ts'
import type { Reader } from '../app/Service.ts'

const FOLLOW_FIRST_MS = 1_000
const FOLLOW_LONGEST_MS = 30_000

/** Whether anything about a closed item is still on its way. */
export const isUnderWay = ({ webhooks, replies }: SessionResult): boolean =>
  webhooks.pending + replies.pending > 0

/** What a session sold, newest first: read in full once, then followed until the shop and all viewers were told. */
export class SessionResults {
  readonly list = signal<readonly SessionResult[]>([])
  readonly #path: string
  readonly #service: Reader
  #timer: ReturnType<typeof setTimeout> | undefined
  #wait = FOLLOW_FIRST_MS
  /** The last reading failed: something may be missing. */
  #isStale = false
  #isStopped = false

  constructor(sessionId: string, service: Reader) {
    this.#path = `/sessions/${sessionId}/results?limit=100`
    this.#service = service
  }

  /** Reads all of them. @throws RequestError */
  async read(): Promise<void> {
    this.list.value = await this.#newest(() => true)
    this.#follow()
  }

  /** Reads the newest after an item closed; resolves with that item, undefined when it was another session's. */
  async ended(itemId: string): Promise<SessionResult | undefined> {
    this.#wait = FOLLOW_FIRST_MS
    await this.#refresh()
    return this.list.value.find(({ id }) => id === itemId)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  /** Reads as far back as something is under way, and lays that over what is known. */
  async #refresh(): Promise<void> {
    const oldest = this.list.value.findLast(isUnderWay)?.id ?? this.list.value[0]?.id ?? ''
    this.#isStale = true
    try {
      const newest = await this.#newest((last) => last > oldest)
      this.#isStale = false
      const read = new Set(newest.map(({ id }) => id))
      this.list.value = [...newest, ...this.list.value.filter(({ id }) => !read.has(id))]
    } finally {
      this.#follow()
    }
  }

  async #newest(goOn: (lastId: string) => boolean): Promise<SessionResult[]> {
    const items: SessionResult[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page<SessionResult> = await this.#service.get(this.#path + cursor)
      items.push(...page.items)
      const more = page.nextCursor !== null && goOn(items.at(-1)?.id ?? '')
      cursor = more ? `&cursor=${encodeURIComponent(page.nextCursor ?? '')}` : null
    }
    return items
  }

  /** Asks again after a while, and ever less often: a shop that is down may stay so for hours. */
  #follow(): void {
    clearTimeout(this.#timer)
    if (this.#isStopped || !(this.#isStale || this.list.value.some(isUnderWay))) return
    this.#timer = setTimeout(() => void this.#refresh().catch(() => undefined), this.#wait)
    this.#wait = Math.min(this.#wait * 2, FOLLOW_LONGEST_MS)
  }
}
