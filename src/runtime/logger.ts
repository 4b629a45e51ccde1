import { pino, stdTimeFunctions, transport, type DestinationStream, type Logger as PinoLogger } from 'pino'
import { currentContext } from './requestContext.ts'

export type Logger = PinoLogger

export interface LoggerOptions {
  /** `trace` … `fatal`, or `silent`. */
  level: string
  /** Coloured lines for people, when the output is a terminal. */
  pretty: boolean
}

/** Names under which secrets and personal data travel; censored at the top and two levels down. */
const CENSORED_FIELDS = [
  'password',
  'passwordHash',
  'accessToken',
  'refreshToken',
  'access_token',
  'token',
  'apiSecret',
  'apiSecretHash',
  'appSecret',
  'clientSecret',
  'client_secret',
  'webhookSecret',
  'socialAccessToken',
  'jwtSecret',
  'encryptionKeys',
  'verifyToken',
  'authorization',
  'cookie',
]

/**
 * Makes the logger: JSON lines on the standard output, each with the request, tenant and item it belongs to.
 * Censoring is the second net; the first is to log only the fields that are meant.
 */
export function createLogger(options: LoggerOptions, destination?: DestinationStream): Logger {
  const settings = {
    level: options.level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: CENSORED_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[censored]',
    },
    mixin: () => ({ ...currentContext() }),
  }
  if (destination !== undefined) return pino(settings, destination)
  if (options.pretty && process.stdout.isTTY) {
    // A thread formats, so that a slow terminal never slows a decision.
    const { formatters: _levelsAsNumbers, ...forPeople } = settings
    return pino(forPeople, transport({ target: 'pino-pretty', options: { translateTime: 'SYS:HH:MM:ss.l' } }))
  }
  return pino(settings)
}
