import type { Lexicon } from './lexicon.ts'
import type { Token } from './token.ts'

/** The tokens with pairs such as `mille grazie` or `pour cent` as one, so that neither word is read by itself. */
export function joinPairs(tokens: readonly Token[], { pairs }: Lexicon): readonly Token[] {
  if (!tokens.some((token) => token.kind === 'word' && pairs.has(token.text))) return tokens
  const joined: Token[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (token === undefined) break
    const roles = pairRoles(token, tokens[index + 1], pairs)
    if (roles === undefined) joined.push(token)
    else {
      index += 1
      joined.push({ kind: 'word', text: `${token.text} ${tokens[index]?.text ?? ''}`, roles, words: 2 })
    }
  }
  return joined
}

const pairRoles = (first: Token, second: Token | undefined, pairs: Lexicon['pairs']): number | undefined =>
  first.kind === 'word' && second?.kind === 'word' ? pairs.get(first.text)?.get(second.text) : undefined
