/**
 * Runs before every npm script that needs the dependencies. Plain JavaScript without dependencies, because it is the one
 * file that the machine's own Node (20 or newer) runs: everything after it finds Node 24 in node_modules/.bin.
 *
 * npm writes node_modules/.package-lock.json last, and only when an installation succeeded; comparing it with
 * package-lock.json therefore tells a missing, stale or interrupted installation from a good one, in milliseconds.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const nodeBinary = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)
const omitsDev =
  process.env.NODE_ENV === 'production' || (process.env.npm_config_omit ?? '').split(/\s+/).includes('dev')

/** The `packages` map of a lock file; null when the file is missing or broken. */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return null
  }
}

/** Why the installation is not what the lock file asks for; null when it is. */
function reasonToInstall() {
  const wanted = readPackages(join(root, 'package-lock.json'))
  if (wanted === null)
    throw new Error('package-lock.json is missing or broken: restore it from the repository')
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (installed === null) return 'first start'
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue
    const found = installed[path]
    const mayBeAbsent = entry.optional || entry.peer || (omitsDev && (entry.dev || entry.devOptional))
    if (found === undefined && mayBeAbsent) continue
    if (found?.version !== entry.version || found?.integrity !== entry.integrity)
      return 'dependencies changed'
  }
  return existsSync(nodeBinary) ? null : 'Node 24 is missing'
}

function install(reason) {
  const startedAt = performance.now()
  console.log(`Installing dependencies (${reason}); this takes up to a minute…`)
  // npm names its own entry point to the scripts it runs; without npm the command on the PATH must do.
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error('npm ci failed: see above, then try again')
  if (!existsSync(nodeBinary)) {
    throw new Error(
      'the package "node" has no binary: allow its install script (npm config ignore-scripts) and try again',
    )
  }
  console.log(`Installed in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`)
}

try {
  const reason = reasonToInstall()
  if (reason !== null) install(reason)
} catch (error) {
  console.error(`Cannot install: ${error.message}`)
  process.exitCode = 1
}
