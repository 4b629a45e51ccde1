/** Nine digits or more, as people group them: more than any price that is meant. */
const TELEPHONE = /\+?\(?\p{Nd}(?:[\s().-]{0,2}\p{Nd}){8,}/gu

/**
 * A text without telephone numbers and addresses of electronic mail: a recording is handed on, and what a viewer wrote
 * in public may hold one.
 */
export const withoutContacts = (text: string): string =>
  text
    .split(/(\s)/)
    .map((word) => (isAddress(word) ? '[address]' : word))
    .join('')
    .replaceAll(TELEPHONE, '[number]')

/** Something, an at sign, and a dot somewhere behind it; a mention has nothing before its sign. */
function isAddress(word: string): boolean {
  const at = word.lastIndexOf('@')
  return at > 0 && word.indexOf('.', at + 2) > 0
}
