const BLACKED_OUT = '[address]'

/** A text without addresses of electronic mail: a recording is handed on, and what a viewer wrote in public may hold one. */
export const withoutAddresses = (text: string): string =>
  text
    .split(/(\s)/)
    .map((word) => (isAddress(word) ? BLACKED_OUT : word))
    .join('')

/** Something, an at sign, and a dot somewhere behind it; a mention has nothing before its sign. */
function isAddress(word: string): boolean {
  const at = word.lastIndexOf('@')
  return at > 0 && word.indexOf('.', at + 2) > 0
}
