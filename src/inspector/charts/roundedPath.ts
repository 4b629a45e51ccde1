import type { Point } from './ChartLayout.ts'

/** An SVG path along right-angled corners, each rounded by up to `radius` pixels; empty for fewer than two points. */
export function roundedPath(points: readonly Point[], radius: number): string {
  const [first, ...rest] = points
  const last = rest.at(-1)
  if (first === undefined || last === undefined) return ''
  const corners = rest.slice(0, -1).map((corner, index) => {
    const before = points[index] ?? first
    const after = rest[index + 1] ?? last
    const r = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2)
    return `L${at(towards(corner, before, r))}Q${at(corner)} ${at(towards(corner, after, r))}`
  })
  return `M${at(first)}${corners.join('')}L${at(last)}`
}

const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y)

function towards(from: Point, to: Point, by: number): Point {
  const whole = distance(from, to)
  if (whole === 0) return from
  return { x: from.x + ((to.x - from.x) * by) / whole, y: from.y + ((to.y - from.y) * by) / whole }
}

const at = ({ x, y }: Point): string => `${short(x)} ${short(y)}`

/** At most one decimal: what is drawn is the same on every machine, and no pixel is halved twice. */
const short = (value: number): string => String(Math.round(value * 10) / 10)
