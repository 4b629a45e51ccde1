import { CURRENCY, DIGIT, isDigitAt, kindAt, LETTER, OTHER, SPACE, UNSPACED } from './charKind.ts'
import { MONEY, PERCENT, UNIT } from './roles.ts'
import type { Lexicon } from './lexicon.ts'
import { joinPairs } from './pairs.ts'
import { afterEmoticon, afterMailDomain, afterName, spaceFrom } from './passage.ts'
import { beginScan, dropRun, noteMoney, tokensMax, type Scan } from './scan.ts'
import { scanNumber } from './scanNumber.ts'
import { scanUnspaced } from './scanUnspaced.ts'
import { scanWord } from './scanWord.ts'
import type { Token } from './token.ts'

/** Cuts folded text into tokens; mentions, hashtags, addresses and emoticons leave none. */
export function tokenise(text: string, lexicon: Lexicon): readonly Token[] {
  const scan = beginScan(text, lexicon)
  while (scan.at < text.length && scan.tokens.length <= tokensMax) {
    switch (kindAt(text, scan.at)) {
      case SPACE:
        scan.at += 1
        scan.tokensBeforeRun = scan.tokens.length
        break
      case DIGIT:
        scanNumber(scan)
        break
      case LETTER:
        scanWord(scan)
        break
      case UNSPACED:
        scanUnspaced(scan)
        break
      case CURRENCY:
        scanMoneySign(scan)
        break
      case OTHER:
        scanSign(scan)
    }
  }
  return joinPairs(scan.tokens, lexicon)
}

function scanMoneySign(scan: Scan): void {
  const start = scan.at
  scan.tokens.push({ kind: 'mark', text: scan.text.charAt(start), roles: MONEY })
  scan.at += 1
  noteMoney(scan, start)
}

const PERCENT_SIGNS = new Set(['%', '٪', '‰'])

function scanSign(scan: Scan): void {
  const { text, at, tokens } = scan
  const sign = text.charAt(at)
  if (sign === '@' && afterMailDomain(text, at) !== at) {
    dropRun(scan, spaceFrom(text, at))
    return
  }
  const skipped = sign === '@' || sign === '#' ? afterName(text, at) : afterEmoticon(text, at)
  if (skipped !== at) {
    scan.at = skipped
    return
  }
  if (PERCENT_SIGNS.has(sign)) tokens.push({ kind: 'mark', text: sign, roles: PERCENT })
  else if (isUnitSign(text, at)) tokens.push({ kind: 'mark', text: sign, roles: UNIT })
  scan.at += 1
}

/** `# 5` and `n° 5` are the fifth, `×2` is twice, `20°` are degrees and `32"` inches, though `"150"` is only quoted. */
function isUnitSign(text: string, at: number): boolean {
  const sign = text.charAt(at)
  if (sign === '#' || sign === '°') return true
  if (sign === '×') return isDigitAt(text, at - 1) || isDigitAt(text, at + 1)
  return sign === '"' && isDigitAt(text, at - 1) && !text.slice(0, at).includes('"')
}
