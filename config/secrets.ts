import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from './ConfigError.ts'

const SECRET = /^[0-9a-f]{64}$/i

/**
 * A secret of 64 hex digits that was made once and is kept in the data folder, readable by its owner alone.
 * Two processes that start together agree: linking a finished file is atomic, so the slower one reads the other's.
 */
export function keptSecret(dataDir: string, name: string): string {
  const path = join(dataDir, name)
  let secret: string
  try {
    makeFolder(dataDir)
    secret = readKept(path) ?? makeOnce(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new ConfigError(`DATA_DIR takes a folder that can be written, but was given "${dataDir}" (${code})`)
  }
  // Made anew, it could not open what the old one encrypted: say so instead.
  if (!SECRET.test(secret))
    throw new ConfigError(`${path} takes 64 hex digits: restore the file, or set the variable`)
  return secret
}

/** Node's own recursive form never returns where the system denies a folder by ENOENT, as under /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    if (!existsSync(path)) throw error
  }
}

function readKept(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function makeOnce(path: string): string {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const secret = randomBytes(32).toString('hex')
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, path)
    return secret
  } catch (error) {
    const theirs = (error as NodeJS.ErrnoException).code === 'EEXIST' ? readKept(path) : undefined
    if (theirs === undefined) throw error
    return theirs
  } finally {
    unlinkSync(draft)
  }
}
