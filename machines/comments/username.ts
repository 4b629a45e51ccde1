/**
 * The name under which a viewer is looked up: compatibility forms resolved, trimmed, one leading `@` dropped, lower
 * case. Look-alikes stay different people; {@link usernameSkeleton} finds them.
 */
export const normaliseUsername = (raw: string): string =>
  raw.normalize('NFKC').trim().replace(/^@/, '').toLowerCase()
