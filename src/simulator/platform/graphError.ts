/** Error codes of the platform that its clients are expected to tell apart. */
export const GRAPH_CODES = {
  appRateLimit: 4,
  userRateLimit: 17,
  pageRateLimit: 32,
  parameter: 100,
  expiredToken: 190,
  callRateLimit: 613,
} as const

/** A refusal as the platform words it: an HTTP status and a numbered error in the body. */
export class GraphError extends Error {
  override readonly name = 'GraphError'
  readonly status: number
  readonly code: number
  readonly type: string

  constructor(status: number, code: number, message: string, type = 'OAuthException') {
    super(message)
    this.status = status
    this.code = code
    this.type = type
  }

  toBody(traceId: string): { error: { message: string; type: string; code: number; trace_id: string } } {
    return { error: { message: this.message, type: this.type, code: this.code, trace_id: traceId } }
  }
}

/** The answer to a token that is malformed, expired, revoked or missing. */
export const tokenRefused = (message: string): GraphError =>
  new GraphError(401, GRAPH_CODES.expiredToken, message)

/** The answer to an id that does not exist, or that the token must not see. */
export const unknownObject = (id: string): GraphError =>
  new GraphError(400, GRAPH_CODES.parameter, `Object with ID '${id}' does not exist or cannot be loaded`)
