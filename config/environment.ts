import { readFileSync } from 'node:fs'
import { ConfigError } from './ConfigError.ts'

/** Environment as a process has it: `process.env`, or a test's own. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Variable → the setting it overrides. */
export const VARIABLES = {
  PORT: 'http.port',
  HOST: 'http.host',
  PUBLIC_URL: 'http.publicUrl',
  DATABASE_URL: 'database.url',
  DATA_DIR: 'dataDir',
  NATS_URL: 'nats.url',
  JWT_SECRET: 'auth.jwtSecret',
  ENCRYPTION_KEY: 'auth.encryptionKeys',
  SOCIAL_APP_ID: 'social.appId',
  SOCIAL_APP_SECRET: 'social.appSecret',
  SOCIAL_VERIFY_TOKEN: 'social.verifyToken',
  SOCIAL_AUTHORIZE_URL: 'social.authorizeUrl',
  SOCIAL_GRAPH_URL: 'social.graphUrl',
  SOCIAL_DIALECT: 'social.dialect',
  DEBUG_PAGES: 'debug.pages',
  OPERATOR_EMAILS: 'debug.operatorEmails',
  LOG_LEVEL: 'log.level',
  CORS_ORIGINS: 'http.corsOrigins',
  TRUSTED_PROXIES: 'http.trustedProxiesCount',
  RATE_LIMITS: 'http.rateLimits',
} as const satisfies Record<string, string>

/** Settings whose value is never shown: neither in a refusal nor in a log. */
const SECRET_SETTINGS: readonly string[] = [
  'auth.jwtSecret',
  'auth.encryptionKeys',
  'social.appSecret',
  'social.verifyToken',
  'database.url',
  'nats.url',
]

export const isSecret = (path: string): boolean => SECRET_SETTINGS.includes(path)

/** The variable that sets a setting, else the setting's own path: what a refusal names. */
export function nameOf(path: string): string {
  return Object.entries(VARIABLES).find(([, setting]) => setting === path)?.[0] ?? path
}

/**
 * The texts that the environment gives, as a tree to lay over the files. An empty variable counts as unset, which is
 * what `NAME: ${NAME:-}` in a compose file means. `NAME_FILE` names a file that holds the value, as container secrets do.
 * Throws {@link ConfigError} when both forms are given or a named file cannot be read.
 */
export function readEnvironment(env: Environment): Record<string, unknown> {
  const tree: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(VARIABLES)) {
    const given = readVariable(env, name)
    if (given !== undefined) place(tree, path.split('.'), given)
  }
  return tree
}

function readVariable(env: Environment, name: string): string | undefined {
  const direct = env[name] === '' ? undefined : env[name]
  const file = env[`${name}_FILE`]
  if (file === undefined || file === '') return direct
  if (direct !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set: keep one of them`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new ConfigError(`${name}_FILE takes the path of a readable file, but was given "${file}"`)
  }
}

function place(tree: Record<string, unknown>, [first = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    tree[first] = value
    return
  }
  const branch = (tree[first] ??= {}) as Record<string, unknown>
  place(branch, rest, value)
}
