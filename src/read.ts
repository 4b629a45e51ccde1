import { parseArgs } from 'node:util'
import { explainComment, type Mode, type ReadingSettings } from '../machines/comments/index.ts'

/**
 * `npm run read -- "1.500 TL"`: how a comment is read, and why, step by step. Options come before the comment:
 * `--mode auction|fixed_price` (both when absent), `--locale tr`, `--currency TRY`, `--claim "i want"` (repeatable).
 */
const MODES: readonly Mode[] = ['auction', 'fixed_price']
const USAGE =
  'Usage: npm run read -- [--mode auction|fixed_price] [--locale tr] [--currency TRY] [--claim phrase] "comment"'

function main(args: string[]): number {
  const { values, positionals } = parse(args)
  const modes = MODES.filter((mode) => values.mode === undefined || values.mode === mode)
  const text = positionals.join(' ').trim()
  if (text === '' || modes.length === 0) {
    process.stderr.write(`${USAGE}\n`)
    return 2
  }
  const settings: ReadingSettings = {
    ...(values.locale === undefined ? {} : { locale: values.locale }),
    ...(values.currency === undefined ? {} : { currency: values.currency }),
    ...(values.claim === undefined ? {} : { claimKeywords: values.claim }),
  }
  for (const mode of modes) process.stdout.write(`${explained(text, mode, settings)}\n`)
  return 0
}

/** What begins with a dash and is none of the options is a comment: `-50` has to be readable too. */
const parse = (args: string[]) =>
  parseArgs({
    args: args.map((arg) => (arg.startsWith('-') && !OPTION.test(arg) ? ` ${arg}` : arg)),
    options: {
      mode: { type: 'string' },
      locale: { type: 'string' },
      currency: { type: 'string' },
      claim: { type: 'string', multiple: true },
    },
    allowPositionals: true,
  })

const OPTION = /^--(mode|locale|currency|claim)(=|$)/

function explained(text: string, mode: Mode, settings: ReadingSettings): string {
  const { steps } = explainComment(text, mode, settings)
  const lines = steps.map(({ step, result }) => `  ${step.replaceAll('_', ' ').padEnd(14)}${result}`)
  return [`${mode === 'auction' ? 'On an auction' : 'At a fixed price'}:`, ...lines].join('\n')
}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  // An option without its value: the parser's own sentence says which.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`)
  process.exitCode = 2
}
