/** How text is set in a chart: size in pixels, its line height, and its kind of letters. */
export interface Lettering {
  size: number
  line: number
  letters: 'sans' | 'mono'
  isBold?: boolean
}

export const NAME: Lettering = { size: 15, line: 20, letters: 'sans', isBold: true }
export const NOTE: Lettering = { size: 11.5, line: 15, letters: 'sans' }
export const EVENT: Lettering = { size: 12.5, line: 17, letters: 'mono', isBold: true }
export const GUARD: Lettering = { size: 11, line: 15, letters: 'mono' }
export const ACTION: Lettering = { size: 11, line: 15, letters: 'mono' }

/** Widths of signs in a usual sans serif, in parts of its size, a little wide so that every viewer's font fits. */
const NARROW = /[ijl.,:;'’!|()[\]/ ]/
const SLIM = /[frtI1-]/
const WIDE = /[mwMW—…]/
const CAPITAL = /\p{Lu}/u

/** How wide a line is, pixels: an estimate that needs no font, so that every machine draws the same picture. */
export function textWidth(text: string, { size, letters, isBold }: Lettering): number {
  if (letters === 'mono') return [...text].length * size * 0.61
  const parts = [...text].reduce((sum, sign) => sum + signWidth(sign), 0)
  return parts * size * (isBold === true ? 1.07 : 1)
}

function signWidth(sign: string): number {
  if (NARROW.test(sign)) return 0.31
  if (SLIM.test(sign)) return 0.41
  if (WIDE.test(sign)) return 0.92
  return CAPITAL.test(sign) ? 0.72 : 0.59
}

/** Breaks a text between words into lines of at most `width` pixels; a longer word keeps a line of its own. */
export function wrapText(text: string, width: number, lettering: Lettering): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && textWidth(`${last} ${word}`, lettering) <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
