import { readdirSync, readFileSync } from 'node:fs'
import { toDecimalText } from '../../machines/money.ts'
import type { Mode, Reading } from '../../machines/comments/index.ts'

/** One line of the corpus: a comment, how it must be read on either kind of item, and why. */
export interface CorpusLine {
  readonly place: string
  readonly text: string
  readonly expected: Readonly<Record<Mode, string>>
  readonly why: string
}

const folder = import.meta.dirname
const ESCAPE = /\\u\{([0-9a-f]{1,6})\}/g

/** A reading as the corpus writes it: `bid 150.00`, `claim`, `chatter question`. */
export function writeReading(reading: Reading): string {
  if (reading.kind === 'bid') return `bid ${toDecimalText(reading.amount)}`
  return reading.kind === 'claim' ? 'claim' : `chatter ${reading.reason}`
}

/** Every line of every language's file. Throws, naming the line, when one is not well formed. */
export function loadCorpus(): CorpusLine[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  return files.flatMap((name) =>
    readFileSync(`${folder}/${name}`, 'utf8')
      .split('\n')
      .flatMap((line, index) => (isEntry(line) ? [parseLine(line, `${name}:${String(index + 1)}`)] : [])),
  )
}

const isEntry = (line: string): boolean => line.includes(' | ')

function parseLine(line: string, place: string): CorpusLine {
  const [text, auction, fixedPrice, why, ...rest] = line.split(' | ')
  if (text === undefined || auction === undefined || fixedPrice === undefined || !why || rest.length > 0) {
    throw new Error(`${place} is not "comment | on an auction | at a fixed price | why": ${line}`)
  }
  const expected = {
    auction: complete(auction),
    fixed_price: complete(fixedPrice === '=' ? auction : fixedPrice),
  }
  return {
    place,
    text: text.replace(ESCAPE, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16))),
    expected,
    why,
  }
}

/** `bid 150` is short for `bid 150.00`. */
const complete = (expected: string): string =>
  expected.startsWith('bid ') ? `bid ${Number(expected.slice(4)).toFixed(2)}` : expected
