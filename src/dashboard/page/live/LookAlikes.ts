import { usernameSkeleton } from '../../../../machines/comments/usernameSkeleton.ts'

/** Remembers who took part and tells when another name looks like one of them at a glance. */
export class LookAlikes {
  readonly #takers = new Map<string, string>()

  took(username: string): void {
    const skeleton = usernameSkeleton(username)
    if (!this.#takers.has(skeleton)) this.#takers.set(skeleton, username)
  }

  /** The name that this one could be mistaken for; null when there is none. */
  of(username: string): string | null {
    const taker = this.#takers.get(usernameSkeleton(username))
    return taker === undefined || taker === username ? null : taker
  }
}
