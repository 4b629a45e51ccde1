import { hash32 } from '../random.ts'

/** A comment under a live video, as the platform stores it. */
export interface PlatformComment {
  id: string
  accountId: string
  mediaId: string
  fromId: string
  username: string
  text: string
  /** Milliseconds since the epoch; no two comments of one platform share it. */
  timestamp: number
}

/** Numbers comments so that ids and times rise strictly, also over restarts. */
export function createCommentMaker(
  now: () => number,
): (comment: { accountId: string; mediaId: string; username: string; text: string }) => PlatformComment {
  let last = 0
  return (comment) => {
    last = Math.max(last + 1, now())
    return {
      ...comment,
      id: `${last}0${hash32(comment.accountId) % 1_000}`,
      fromId: viewerId(comment.username),
      timestamp: last,
    }
  }
}

/** The platform's id of a viewer: one username is one person, in every run. */
export const viewerId = (username: string): string =>
  `7${String(hash32(username)).padStart(10, '0')}${String(hash32(`${username}/low`) % 1_000_000).padStart(6, '0')}`
