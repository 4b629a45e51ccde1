import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chartDocuments } from './chartDocuments.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** `npm run charts`: draws every machine into `machines/charts/`; with `--check` it only says what is out of date. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
  const documents = await chartDocuments(readFileSync(join(ROOT, 'machines/README.md'), 'utf8'))
  const stale = [...documents].filter(([path, text]) => readIfThere(join(ROOT, path)) !== text)
  for (const [path, text] of values.check ? [] : stale) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true })
    writeFileSync(join(ROOT, path), text)
  }
  for (const [path] of stale) process.stdout.write(`${values.check ? 'out of date: ' : ''}${path}\n`)
  if (values.check && stale.length > 0) process.stderr.write('Draw the charts again: npm run charts\n')
  return values.check && stale.length > 0 ? 1 : 0
}

process.exitCode = await main()
