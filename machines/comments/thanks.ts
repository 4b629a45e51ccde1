import type { Lexicon } from './lexicon.ts'
import { FILLER } from './roles.ts'
import type { Token } from './token.ts'

/** The tokens with thanks such as `mille grazie` as one, so that nothing is multiplied by them. */
export function joinThanks(tokens: readonly Token[], { thanks }: Lexicon): readonly Token[] {
  if (!tokens.some((token) => token.kind === 'word' && thanks.has(token.text))) return tokens
  return tokens.flatMap((token, index): Token[] => {
    if (isThanks(tokens[index - 1], token, thanks)) return []
    const next = tokens[index + 1]
    return isThanks(token, next, thanks)
      ? [{ kind: 'word', text: `${token.text} ${next?.text ?? ''}`, roles: FILLER, words: 2 }]
      : [token]
  })
}

const isThanks = (
  first: Token | undefined,
  second: Token | undefined,
  thanks: Lexicon['thanks'],
): boolean =>
  first?.kind === 'word' && second?.kind === 'word' && thanks.get(first.text)?.has(second.text) === true
