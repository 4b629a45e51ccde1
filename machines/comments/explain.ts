import { toDecimalText } from '../money.ts'
import { analyse, createVocabulary, type Analysis } from './analysis.ts'
import { BID, FILLER, MONEY, NEGATION, NEGATION_AHEAD, PERCENT, SIZE, UNIT, UNIT_BEHIND } from './roles.ts'
import { REASON_TEXT } from './reasonText.ts'
import type { Mode, Reading, ReadingSettings } from './reading.ts'
import type { Token } from './token.ts'

/** One step of the reading: what was looked at and what came out, for people. */
export interface ReadingStep {
  readonly step: 'question_mark' | 'folded' | 'words' | 'amount' | 'claim' | 'reading'
  readonly result: string
}

export interface Explanation {
  readonly reading: Reading
  readonly steps: readonly ReadingStep[]
}

/** Longer texts are shown by their beginning. */
const shownSignsMax = 200
const shownTokensMax = 24

/** How a comment is read and why: the very analysis that reading is, with its findings written out. */
export function explainComment(text: string, mode: Mode, settings: ReadingSettings = {}): Explanation {
  const analysis = analyse(text, mode, createVocabulary(settings))
  return {
    reading: analysis.reading,
    steps: [...findings(analysis), { step: 'reading', result: describe(analysis.reading) }],
  }
}

function findings({ questionMark, folded, tokens, amount, claim }: Analysis): ReadingStep[] {
  const mark: ReadingStep = { step: 'question_mark', result: questionMark ? 'found' : 'none' }
  if (folded === undefined || tokens === undefined) return [mark]
  const steps: ReadingStep[] = [
    mark,
    { step: 'folded', result: folded.slice(0, shownSignsMax).trim() },
    { step: 'words', result: tokens.slice(0, shownTokensMax).map(describeToken).join(' · ') },
  ]
  if (amount !== undefined)
    steps.push({ step: 'amount', result: amount.reason ?? toDecimalText(amount.amount) })
  if (claim !== undefined) steps.push({ step: 'claim', result: claim ? 'yes' : 'no' })
  return steps
}

const ROLE_NAMES: readonly (readonly [number, string])[] = [
  [BID, 'bid word'],
  [NEGATION | NEGATION_AHEAD, 'negation'],
  [SIZE, 'size or piece'],
  [UNIT | UNIT_BEHIND, 'unit'],
  [MONEY, 'money'],
  [FILLER, 'filler'],
  [PERCENT, 'percent'],
]

function describeToken(token: Token): string {
  switch (token.kind) {
    case 'number':
      return token.fault === null
        ? `${token.text} = ${toDecimalText(token.amount)}`
        : `${token.text} (${token.fault})`
    case 'code':
      return `${token.text} (letters and digits)`
    case 'word':
    case 'mark': {
      const roles = ROLE_NAMES.filter(([role]) => (token.roles & role) !== 0).map(([, name]) => name)
      return roles.length === 0 ? token.text : `${token.text} (${roles.join(', ')})`
    }
  }
}

function describe(reading: Reading): string {
  if (reading.kind === 'bid') return `bid of ${toDecimalText(reading.amount)}`
  return reading.kind === 'claim' ? 'claim' : `chatter (${reading.reason}): ${REASON_TEXT[reading.reason]}`
}
