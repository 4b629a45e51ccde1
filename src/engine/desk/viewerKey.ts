/**
 * Under what a viewer is known. By username, as the contract says; in production by the platform's user id where it
 * gives one, so that a renamed or copied username never inherits another person's record.
 */
export type ViewerKey = (comment: { username: string; fromId: string }) => string

export const byUsername: ViewerKey = ({ username }) => `name:${username}`

export const byPlatformId: ViewerKey = ({ username, fromId }) =>
  fromId === '' ? `name:${username}` : `id:${fromId}`
