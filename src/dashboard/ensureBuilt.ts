import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { join } from 'node:path'
import { precompress } from './precompress.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE_DIR = join(ROOT, 'src/dashboard/page')
const STAMP = '.built-from'

/** All that the page is made of, from the project's root. */
const SOURCES = [
  'src/dashboard/**/*.{ts,tsx,css,html,svg,json}',
  'src/protocol/*.ts',
  'src/client/**/*.ts',
  'src/runtime/**/*.ts',
  'src/inspector/**/*.{ts,tsx,css,json}',
  'machines/**/*.{ts,svg}',
  'package-lock.json',
]

export interface BuildOptions {
  outDir?: string
  /** Receives one line at the start and one at the end of a build; nothing when the page is up to date. */
  onProgress?(line: string): void
}

/**
 * Makes sure that the built page is there and belongs to the sources at hand; returns its folder. Builds only when it
 * does not. An image that carries the build without its sources or without Vite is served as it is.
 *
 * @throws when there is no build and it cannot be made
 */
export async function ensureBuilt(options: BuildOptions = {}): Promise<string> {
  const outDir = options.outDir ?? join(ROOT, 'dist/dashboard')
  const stampFile = join(outDir, STAMP)
  const digest = await digestSources()
  const builtFrom = await readFile(stampFile, 'utf8').catch(() => null)
  if (builtFrom === digest || (builtFrom !== null && !existsSync(join(ROOT, 'node_modules/vite'))))
    return outDir

  const start = performance.now()
  options.onProgress?.('dashboard: building the page (once, a few seconds) …')
  await mkdir(outDir, { recursive: true })
  await inThread(PAGE_DIR, outDir)
  await precompress(outDir)
  await writeFile(stampFile, digest)
  options.onProgress?.(`dashboard: built in ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  return outDir
}

async function inThread(pageDir: string, outDir: string): Promise<void> {
  const worker = new Worker(new URL('./buildPage.ts', import.meta.url), { workerData: { pageDir, outDir } })
  await new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', resolve)
  })
}

async function digestSources(): Promise<string> {
  const files: string[] = []
  for await (const file of glob(SOURCES, { cwd: ROOT })) files.push(file)
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(file).update(await readFile(join(ROOT, file)))
  return hash.digest('hex')
}
