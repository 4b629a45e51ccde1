import { createCommentMaker, type PlatformComment } from './comment.ts'
import type { SellerBook } from './sellerBook.ts'
import type { Receipt, WebhookSender } from './webhookSender.ts'

/** A comment with what became of the webhook that told of it. */
export type PostedComment = PlatformComment & Receipt

/** An answer that the app wrote under a comment. */
export interface Reply {
  /** Rises from 1, in order of arrival. */
  sequence: number
  id: string
  commentId: string
  accountId: string
  /** Who wrote the comment; null when it was posted in an earlier run. */
  username: string | null
  message: string
  at: number
}

/** What can be said to a seller's live video. */
export interface Utterance {
  username: string
  text: string
  mediaId?: string | undefined
}

/** The live videos: viewers' comments go out from here, the app's replies come in. */
export interface Stage {
  /**
   * Posts comments under the account's live video, in this order. Settles when the subscriber acknowledged them.
   * Nothing is sent for a page that is not subscribed, as on the real platform: such comments come back unacknowledged.
   * @throws RangeError when there is no such account
   */
  comment(accountId: string, utterances: readonly Utterance[]): Promise<PostedComment[]>
  /** Null when the comment is unknown to this account. */
  reply(accountId: string, commentId: string, message: string): Reply | null
  repliesSince(sequence: number): readonly Reply[]
  counts(): { comments: number; replies: number }
}

/** How many comments are remembered, so that replies to them can be told from replies to nothing. */
const COMMENTS_KEPT_MAX = 200_000

export function createStage(deps: { sellers: SellerBook; sender: WebhookSender; now: () => number }): Stage {
  const startedAt = deps.now()
  const makeComment = createCommentMaker(deps.now)
  const known = new Map<string, PlatformComment>()
  const replies: Reply[] = []
  let comments = 0

  const remember = (comment: PlatformComment): void => {
    comments += 1
    known.set(comment.id, comment)
    const oldest = known.size > COMMENTS_KEPT_MAX ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
  }

  return {
    async comment(accountId, utterances) {
      const seller = deps.sellers.byAccount(accountId)
      if (seller === undefined) throw new RangeError(`There is no account ${accountId}`)
      const made = utterances.map(({ username, text, mediaId }) =>
        makeComment({ accountId, username, text, mediaId: mediaId ?? liveMediaId(accountId) }),
      )
      made.forEach(remember)
      const listened = seller.subscribedFields.includes('live_comments')
      const receipt = listened
        ? await deps.sender.send(made)
        : { acknowledged: false, attempts: 0, sentAt: deps.now(), acknowledgedAt: deps.now() }
      return made.map((comment) => ({ ...comment, ...receipt }))
    },
    reply(accountId, commentId, message) {
      const comment = known.get(commentId)
      if (comment === undefined ? !isEarlier(commentId, startedAt) : comment.accountId !== accountId)
        return null
      const sequence = replies.length + 1
      const at = deps.now()
      const id = `${at}9${sequence}`
      const reply = { sequence, id, commentId, accountId, username: comment?.username ?? null, message, at }
      replies.push(reply)
      return reply
    },
    repliesSince: (sequence) => replies.slice(sequence),
    counts: () => ({ comments, replies: replies.length }),
  }
}

/** The media id of the account's running live video. */
export const liveMediaId = (accountId: string): string => `1790${accountId.slice(4)}`

/** Comment ids begin with the time they were made at, so an earlier run's can be told although it is forgotten. */
const isEarlier = (commentId: string, startedAt: number): boolean =>
  /^\d{14,}$/.test(commentId) && Number(commentId.slice(0, String(startedAt).length)) < startedAt
