import { cpus, totalmem } from 'node:os'

/** One line of the report. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** The least it should be, for ratios that have a goal. */
  goal?: number
  /** The most it should be. */
  atMost?: number
}

/** The middle one of several runs. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The value below which the share `p` of all values lies. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN
}

/** What the figures were taken on. */
export const conditions = (): string =>
  `Node ${process.version}, ${String(cpus().length)} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ` +
  `${(totalmem() / 2 ** 30).toFixed(0)} GiB, load process and database on the same machine`

/** Says what a long bench is at. */
export const progress = (stage: string): void => {
  console.log(`  … ${stage}`)
}

/** Prints figures for people and, for `main`, as one line of JSON on the descriptor it listens to. */
export function report(figures: readonly Figure[]): void {
  for (const figure of figures) {
    const { name, value, unit } = figure
    const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
    console.log(`  ${name.padEnd(68)} ${shown} ${unit}${verdictOn(figure)}`)
  }
  process.send?.(figures)
}

function verdictOn({ value, goal, atMost }: Figure): string {
  if (goal !== undefined) return `  (goal ${String(goal)}${value >= goal ? ', met' : ', MISSED'})`
  if (atMost !== undefined) return `  (at most ${String(atMost)}${value <= atMost ? ', met' : ', MISSED'})`
  return ''
}
