import { validate, type Failure, type Struct } from 'superstruct'
import { AppError, type ErrorDetails } from '../../../runtime/errors.ts'

/**
 * Checks a value from outside; returns it trimmed and converted.
 * @throws AppError `validation_error` that names every bad field at once and says what each one takes
 */
export function validated<T>(value: unknown, struct: Struct<T>): T {
  if (!isPlainObject(value))
    throw new AppError('validation_error', { details: { body: ['must be a JSON object'] } })
  const [error, result] = validate(value, struct, { coerce: true })
  if (error === undefined) return result
  const details: ErrorDetails = {}
  for (const failure of error.failures()) {
    const field = failure.path.join('.') || 'body'
    const known = Object.hasOwn(details, field) ? details[field] : undefined
    Object.defineProperty(details, field, {
      value: [...new Set([...(known ?? []), explain(failure)])],
      enumerable: true,
      configurable: true,
    })
  }
  throw new AppError('validation_error', { details })
}

const explain = ({ value, message }: Failure): string => (value === undefined ? 'is required' : message)

const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
