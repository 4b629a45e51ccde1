import type { Comment, Page } from '../../../protocol/resources.ts'
import type { Reader } from '../app/Service.ts'
import type { CommentFeed } from './CommentFeed.ts'

const READ_EVERY_MS = 1_000
const PAGE_COMMENTS = 100
/** Of a flood beyond this, the older part keeps no reason. */
const COMMENTS_READ_MAX = 2_000

/**
 * Fetches what became of the comments that no event explains, such as why a bid did not count: at most once a second,
 * and then as many pages as reach back to the oldest one still unexplained.
 */
export class Outcomes {
  readonly #path: string
  readonly #service: Reader
  readonly #feed: CommentFeed
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStopped = false

  constructor(sessionId: string, service: Reader, feed: CommentFeed) {
    this.#path = `/sessions/${sessionId}/comments?limit=${String(PAGE_COMMENTS)}`
    this.#service = service
    this.#feed = feed
  }

  /** To be called when a comment came in. */
  readSoon(): void {
    if (this.#isStopped) return
    this.#timer ??= setTimeout(() => {
      const retry = (): void => {
        this.#timer = undefined
        if (this.#feed.unexplained > 0) this.readSoon()
      }
      this.#read().then(retry, retry)
    }, READ_EVERY_MS)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #read(): Promise<void> {
    const upTo = this.#feed.total
    const wanted = this.#feed.unexplained
    if (wanted === 0) return
    const comments: Comment[] = []
    let cursor: string | null = ''
    let decided = 0
    while (
      cursor !== null &&
      decided < wanted + this.#feed.total - upTo &&
      comments.length < COMMENTS_READ_MAX
    ) {
      const page: Page<Comment> = await this.#service.get(this.#path + cursor)
      comments.push(...page.items)
      // Those not decided yet are not announced yet either.
      decided += page.items.filter(({ outcome }) => outcome !== null).length
      cursor = page.nextCursor === null ? null : `&cursor=${encodeURIComponent(page.nextCursor)}`
    }
    this.#feed.explain(comments, upTo)
  }
}
