const SCALE_MIN = 0.2
const SCALE_MAX = 3
/** Below this a chart's small print cannot be read. */
const SCALE_READABLE = 0.72
const MARGIN = 16

/** A paper behind a window: moved by dragging, zoomed by wheel, buttons and keys. */
export class Stage {
  readonly #viewport: HTMLElement
  readonly #paper: HTMLElement
  readonly #stop = new AbortController()
  #size = { width: 1, height: 1 }
  #scale = 1
  #x = 0
  #y = 0

  constructor(viewport: HTMLElement, paper: HTMLElement) {
    this.#viewport = viewport
    this.#paper = paper
    const { signal } = this.#stop
    viewport.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false })
    viewport.addEventListener('pointerdown', (event) => this.#drag(event), { signal })
    viewport.addEventListener('keydown', (event) => this.#key(event), { signal })
    const observer = new ResizeObserver(() => this.#move(this.#x, this.#y))
    observer.observe(viewport)
    signal.addEventListener('abort', () => observer.disconnect())
  }

  leave(): void {
    this.#stop.abort()
  }

  /** Shows another chart: as wide as the window where that can be read, from its top. */
  show(svg: SVGSVGElement): void {
    const { width, height } = svg.viewBox.baseVal
    this.#size = { width, height }
    const wide = (this.#viewport.clientWidth - 2 * MARGIN) / width
    this.#scale = Math.min(1, Math.max(SCALE_READABLE, wide))
    this.#move((this.#viewport.clientWidth - width * this.#scale) / 2, MARGIN)
  }

  /** All of it at once. */
  fit(): void {
    const { clientWidth, clientHeight } = this.#viewport
    const { width, height } = this.#size
    this.#scale = Math.min((clientWidth - 2 * MARGIN) / width, (clientHeight - 2 * MARGIN) / height, 1.2)
    this.#move((clientWidth - width * this.#scale) / 2, (clientHeight - height * this.#scale) / 2)
  }

  /** Zooms by a factor around a point of the window; its middle when left out. */
  zoom(factor: number, x = this.#viewport.clientWidth / 2, y = this.#viewport.clientHeight / 2): void {
    const scale = Math.min(SCALE_MAX, Math.max(SCALE_MIN, this.#scale * factor))
    const by = scale / this.#scale
    this.#scale = scale
    this.#move(x - (x - this.#x) * by, y - (y - this.#y) * by)
  }

  /** Moves no more than needed for a part of the chart to be seen. */
  reveal(part: Element | null): void {
    if (part === null) return
    const frame = this.#viewport.getBoundingClientRect()
    const box = part.getBoundingClientRect()
    const y = offset(box.top - frame.top, box.bottom - frame.top, frame.height)
    const x = offset(box.left - frame.left, box.right - frame.left, frame.width)
    if (x === 0 && y === 0) return
    this.#paper.dataset.moving = 'true'
    this.#move(this.#x + x, this.#y + y)
  }

  #move(x: number, y: number): void {
    this.#x = x
    this.#y = y
    this.#paper.style.transform = `translate(${String(x)}px, ${String(y)}px) scale(${String(this.#scale)})`
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    this.#paper.dataset.moving = 'false'
    const frame = this.#viewport.getBoundingClientRect()
    this.zoom(Math.exp(-event.deltaY / 400), event.clientX - frame.left, event.clientY - frame.top)
  }

  #drag(event: PointerEvent): void {
    if (event.button !== 0) return
    this.#paper.dataset.moving = 'false'
    const from = { x: event.clientX - this.#x, y: event.clientY - this.#y }
    const drag = new AbortController()
    this.#viewport.setPointerCapture(event.pointerId)
    const { signal } = drag
    this.#viewport.addEventListener(
      'pointermove',
      (moved) => this.#move(moved.clientX - from.x, moved.clientY - from.y),
      { signal },
    )
    for (const end of ['pointerup', 'pointercancel'])
      this.#viewport.addEventListener(end, () => drag.abort(), { signal })
  }

  #key(event: KeyboardEvent): void {
    if (event.key === '+' || event.key === '=') this.zoom(1.25)
    else if (event.key === '-') this.zoom(1 / 1.25)
    else if (event.key === '0') this.fit()
    else return
    event.preventDefault()
  }
}

/** How far to move for `from`–`to` to lie within `length`. */
function offset(from: number, to: number, length: number): number {
  if (from >= MARGIN && to <= length - MARGIN) return 0
  if (to - from > length) return MARGIN - from
  return length / 2 - (from + to) / 2
}
