/** Field name → what is wrong with it, in words. */
export type ErrorDetails = Record<string, string[]>

/** Every error a caller may see: stable code → HTTP status and exact text. Listed in the OpenAPI document. */
export const ERRORS = {
  validation_error: { status: 400, message: 'Validation error' },
  malformed_json: { status: 400, message: 'Malformed JSON' },
  invalid_seconds: { status: 400, message: 'Invalid seconds value' },
  social_authorization_denied: { status: 400, message: 'Social authorization was denied' },
  missing_code_or_state: { status: 400, message: 'Missing code or state parameter' },
  no_pages: { status: 400, message: 'No pages found (a page linked to a professional account is required)' },
  no_professional_account: { status: 400, message: 'No professional account found linked to your pages' },
  authentication_required: { status: 401, message: 'Authentication required' },
  invalid_credentials: { status: 401, message: 'Invalid email or password' },
  forbidden: { status: 403, message: 'Forbidden' },
  invalid_signature: { status: 403, message: 'Invalid signature' },
  social_browser_mismatch: { status: 403, message: 'This connection was started in another browser' },
  not_found: { status: 404, message: 'Not found' },
  session_not_live: { status: 404, message: 'No active live session found' },
  session_not_found: { status: 404, message: 'Live session not found' },
  product_not_found: { status: 404, message: 'Product not found' },
  auction_not_found: { status: 404, message: 'No active auction found' },
  item_not_found: { status: 404, message: 'Auction item not found' },
  viewer_not_found: { status: 404, message: 'Viewer not found' },
  cart_event_not_found: { status: 404, message: 'Cart event not found' },
  delivery_not_found: { status: 404, message: 'Delivery not found' },
  method_not_allowed: { status: 405, message: 'Method not allowed' },
  email_taken: { status: 409, message: 'This email is already registered' },
  slug_taken: { status: 409, message: 'This slug is already taken' },
  auction_running: { status: 409, message: 'There is already an active auction in this session' },
  session_not_startable: { status: 409, message: 'Only a scheduled session can be started' },
  session_not_endable: { status: 409, message: 'Only a live session can be ended' },
  product_in_use: { status: 409, message: 'This product is being offered right now' },
  cart_event_settled: { status: 409, message: 'This cart event is already settled' },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running',
  },
  body_too_large: { status: 413, message: 'Request body too large' },
  unsupported_media_type: { status: 415, message: 'Unsupported content type' },
  idempotency_mismatch: { status: 422, message: 'This Idempotency-Key was used with another request' },
  recording_too_large: { status: 422, message: 'This item has too many events for one recording (100 000)' },
  upgrade_required: { status: 426, message: 'Open a WebSocket here' },
  too_many_requests: { status: 429, message: 'Too many requests' },
  internal_error: { status: 500, message: 'Internal error' },
  social_connect_failed: { status: 500, message: 'Failed to connect social account' },
  overloaded: { status: 503, message: 'The service is busy or its storage is away; try again shortly' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS

/** A failure that the caller is told about, by its code. Anything else thrown is an `internal_error` to the caller. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails | undefined

  constructor(code: ErrorCode, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(ERRORS[code].message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = ERRORS[code].status
    this.details = options.details
  }
}
