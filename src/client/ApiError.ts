import type { ErrorBody } from '../protocol/resources.ts'

/**
 * A request that did not succeed. Refused by the service: its status, code and text; `details` names the fields of a
 * validation error. Without an answer: status 0 and the code `unreachable`, and whether it was carried out is not known.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Record<string, string[]>

  constructor({ status, code, message, details = {} }: ErrorBody, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
  }
}
