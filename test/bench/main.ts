/** `npm run bench [-- name …]`: runs every bench in a process of its own, prints its figures and writes them as JSON. */
import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { globSync } from 'node:fs'
import { conditions, type Figure } from './report.ts'

const wanted = process.argv.slice(2)
const files = globSync('**/*.bench.ts', { cwd: import.meta.dirname })
  .toSorted()
  .filter((file) => wanted.length === 0 || wanted.some((name) => file.includes(name)))

console.log(conditions())
const results: Record<string, Figure[]> = {}
for (const file of files) {
  const name = basename(file, '.bench.ts')
  console.log(`\n${name}`)
  const child = fork(join(import.meta.dirname, file), { execArgv: ['--expose-gc'] })
  child.on('message', (figures) => {
    results[name] = figures as Figure[]
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) console.log(`  ended with code ${String(code)}`)
}
const folder = join(import.meta.dirname, '../../dist')
mkdirSync(folder, { recursive: true })
const out = join(folder, 'bench.json')
writeFileSync(
  out,
  `${JSON.stringify({ at: new Date().toISOString(), conditions: conditions(), results }, null, 2)}\n`,
)
console.log(`\nWritten to ${out}`)
