import ts from 'typescript'

/** A regular expression whose matching may take more than linear time, and where it stands. */
export interface Suspect {
  readonly pattern: string
  readonly reason: string
}

const UNBOUNDED = /^(?:[*+]|\{\d+,\})/
const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})/

/**
 * Why a pattern may take more than linear time, or null when it cannot. The rule is stricter than need be, so that it
 * is easy to keep and to check: at most one repetition without bound, not inside a repeated group, and either last in
 * the pattern or in a pattern that is tied to the beginning of the text.
 */
export function superLinearReason(pattern: string): string | null {
  const depths: number[] = []
  let depth = 0
  let last = -1
  for (let at = 0; at < pattern.length;) {
    const sign = pattern.charAt(at)
    if (sign === '\\') at += pattern.startsWith('\\p{', at) ? pattern.indexOf('}', at) - at + 1 : 2
    else if (sign === '[') at = classEnd(pattern, at)
    else {
      if (sign === '(') depth += 1
      if (sign === ')') {
        depth -= 1
        const repeated = QUANTIFIER.test(pattern.slice(at + 1))
        if (repeated && depths.some((inner) => inner > depth)) return 'a repetition inside a repeated group'
      }
      if (UNBOUNDED.test(pattern.slice(at))) {
        depths.push(depth)
        last = at
      }
      at += 1
    }
  }
  if (depths.length === 0) return null
  if (depths.length > 1) return 'two repetitions without bound'
  const behind = pattern.slice(last).replace(/^(?:[*+]|\{\d+,\})\??/, '')
  return behind === '' || pattern.startsWith('^')
    ? null
    : 'something must follow a repetition that may begin anywhere'
}

/** Index behind a character class, which may hold others. */
function classEnd(pattern: string, start: number): number {
  let depth = 0
  for (let at = start; at < pattern.length; at += 1) {
    if (pattern.charAt(at) === '\\') at += 1
    else if (pattern.charAt(at) === '[') depth += 1
    else if (pattern.charAt(at) === ']') depth -= 1
    if (depth === 0) return at + 1
  }
  return pattern.length
}

/** The suspects among the regular expressions that a source text writes out. */
export function superLinearIn(source: string): Suspect[] {
  const suspects: Suspect[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const pattern = node.text.slice(1, node.text.lastIndexOf('/'))
      const reason = superLinearReason(pattern)
      if (reason !== null) suspects.push({ pattern, reason })
    }
    if (isRegExpCall(node)) suspects.push({ pattern: node.getText(), reason: 'built at run time' })
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true))
  return suspects
}

const isRegExpCall = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'
