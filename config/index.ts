import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { Load } from 'config/lib/util.js'
import { create, validate, type Failure } from 'superstruct'
import { ConfigError } from './ConfigError.ts'
import { dialectSchema, type Dialect } from './dialect.ts'
import { isSecret, nameOf, readEnvironment, type Environment } from './environment.ts'
import { settingsSchema, type Settings } from './schema.ts'
import { keptSecret } from './secrets.ts'

export { ConfigError } from './ConfigError.ts'
export type { Dialect } from './dialect.ts'
export type { Environment } from './environment.ts'

const PROFILES = ['development', 'test', 'production'] as const

type Frozen<T> = T extends Uint8Array ? T : T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T

interface Resolved {
  profile: (typeof PROFILES)[number]
  /** Whether the production profile applies; prefer the setting that says what is meant over this. */
  production: boolean
  http: Settings['http'] & { publicUrl: string }
  auth: Settings['auth'] & { jwtSecret: string; encryptionKeys: Uint8Array[] }
  social: Omit<Settings['social'], 'dialect'> & { dialect: Dialect }
  platform: {
    /** Whether the stand-in platform runs inside, because no other one is configured. */
    embedded: boolean
  }
}

/** All settings, validated and deeply frozen. What each one means stands beside its default in default.yaml. */
export type Config = Frozen<Omit<Settings, keyof Resolved> & Resolved>

/**
 * Reads the settings: default.yaml, the profile's file, local.yaml, `NODE_CONFIG`, variables, each over the one before.
 * `.env` of the working folder adds variables that the process does not have; it is read only for the process's own
 * environment, and never by tests. Outside production, missing secrets are made once and kept in `DATA_DIR`.
 * Throws {@link ConfigError} with one line for the first value that cannot be used.
 */
export function loadConfig(env: Environment = withEnvFile(process.env)): Config {
  const named = env.NODE_ENV === undefined || env.NODE_ENV === '' ? 'development' : env.NODE_ENV
  const profile = PROFILES.find((name) => name === named)
  if (profile === undefined) {
    throw new ConfigError(`NODE_ENV takes ${PROFILES.join(', ')}, but was given "${named}"`)
  }
  const [failure, settings] = validate(layered(profile, env), settingsSchema, { coerce: true })
  if (failure !== undefined) throw new ConfigError(explain(failure))
  return freeze(settle(profile, settings))
}

function withEnvFile(env: Environment): Environment {
  if (env.NODE_ENV === 'test' || !existsSync('.env')) return env
  return { ...parseEnv(readFileSync('.env', 'utf8')), ...env }
}

/** Files and environment laid over each other, not yet checked. */
function layered(profile: string, env: Environment): unknown {
  // The package's own singleton reads the process at import; its loader does the same merging for a given environment.
  const load = new Load({ skipConfigSources: true })
  for (const name of profile === 'test' ? ['default', profile] : ['default', profile, 'local']) {
    load.loadFile(join(import.meta.dirname, `${name}.yaml`))
  }
  if (env.NODE_CONFIG) load.addConfig('NODE_CONFIG', parseJson('NODE_CONFIG', env.NODE_CONFIG))
  return load.addConfig('environment', readEnvironment(env)).config
}

function parseJson(name: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Told below, as any other text that is no object of settings.
  }
  throw new ConfigError(`${name} takes a JSON object of settings, but was given something else (not shown)`)
}

function explain({ path, type, value }: Failure): string {
  const setting = path.join('.')
  if (type === 'never') return `${setting} is not a setting`
  const given = isSecret(setting) ? 'something else (not shown)' : JSON.stringify(value)
  return `${nameOf(setting)} takes ${type}, but was given ${given}`
}

/** Fills in what follows from other settings. */
function settle(profile: Resolved['profile'], settings: Settings): Omit<Settings, keyof Resolved> & Resolved {
  const production = profile === 'production'
  const { http, auth, social } = settings
  const dataDir = resolve(settings.dataDir)
  if (production) requireSecrets(settings)
  const dialect = loadDialect(social.dialect)
  const graphUrl = social.graphUrl ?? dialect.graphUrl
  const authorizeUrl =
    social.authorizeUrl ?? dialect.authorizeUrl ?? (graphUrl === null ? null : `${graphUrl}/oauth/authorize`)
  return {
    ...settings,
    profile,
    production,
    dataDir,
    http: { ...http, publicUrl: http.publicUrl ?? `http://localhost:${http.port}` },
    auth: {
      ...auth,
      jwtSecret: auth.jwtSecret ?? keptSecret(dataDir, 'jwt-secret'),
      encryptionKeys: auth.encryptionKeys ?? [Buffer.from(keptSecret(dataDir, 'encryption-key'), 'hex')],
    },
    social: { ...social, dialect, graphUrl, authorizeUrl },
    platform: { embedded: graphUrl === null && !production },
  }
}

/** A generated secret would differ from node to node and from release to release, so production brings its own. */
function requireSecrets({ auth, social }: Settings): void {
  const missing = [
    ['JWT_SECRET', auth.jwtSecret],
    ['ENCRYPTION_KEY', auth.encryptionKeys],
    ['SOCIAL_APP_SECRET', social.appSecret],
  ].flatMap(([name, value]) => (value === null ? [name] : []))
  if (missing.length > 0) throw new ConfigError(`production needs its secrets: set ${missing.join(', ')}`)
}

function loadDialect(name: string): Dialect {
  const load = new Load({ skipConfigSources: true })
  load.loadFile(join(import.meta.dirname, 'dialects', `${name}.yaml`))
  return create(load.config, dialectSchema)
}

/** Freezes all the way down; bytes cannot be frozen, so keys stay as they are. */
function freeze<T>(value: T): Frozen<T> {
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    Object.values(value).forEach(freeze)
    Object.freeze(value)
  }
  return value as Frozen<T>
}
