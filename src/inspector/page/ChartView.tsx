import { useEffect, useRef, useState } from 'preact/hooks'
import { chartStyle } from '../charts/chartStyle.ts'
import type { ChartModel } from '../charts/ChartModel.ts'
import { CHARTS, explain, withParents } from './charts.ts'
import { chartPicture } from './chartPictures.ts'
import { isWhatIf, shownStep } from './inspected.ts'
import { isRefused } from './ShownStep.ts'
import { Stage } from './Stage.ts'

// The look of every chart; a sheet that a script adopts is no inline style.
const sheet = new CSSStyleSheet()
sheet.replaceSync(chartStyle('light'))
document.adoptedStyleSheets = [sheet]

interface Tip {
  lines: string[]
  x: number
  y: number
}

/** A machine's chart, which can be moved and zoomed; the states of the step that is shown are lit. */
export function ChartView() {
  const [machine, setMachine] = useState('auctionItem')
  const [tip, setTip] = useState<Tip | null>(null)
  const [picture, setPicture] = useState<SVGSVGElement | null>(null)
  const viewport = useRef<HTMLDivElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  const stage = useRef<Stage | null>(null)
  const model = CHARTS.find(({ id }) => id === machine)
  const step = machine === 'auctionItem' ? shownStep.value : null

  useEffect(() => {
    if (viewport.current === null || paper.current === null) return
    stage.current = new Stage(viewport.current, paper.current)
    return () => stage.current?.leave()
  }, [])

  useEffect(() => {
    let isGone = false
    void chartPicture(machine).then((svg) => {
      if (isGone || model === undefined) return
      paper.current?.replaceChildren(svg)
      explainGuards(svg, model, viewport.current, setTip)
      stage.current?.show(svg)
      setPicture(svg)
    })
    return () => (isGone = true)
  }, [machine])

  useEffect(() => {
    if (picture === null || model === undefined) return
    const lit = step === null ? [] : withParents(model, step.state)
    light(picture, 'state', (id) => lit.includes(id), 'lit')
    light(picture, 'state', (id) => id === step?.state, 'here')
    light(picture, 'transition', (id) => step?.transitions.includes(id) === true, 'lit')
    const no = step?.guards.filter(({ said }) => !said).map(({ transition }) => transition) ?? []
    light(picture, 'transition', (id) => no.includes(id), 'asked')
    picture.dataset.refused = String(step !== null && isRefused(step))
    if (step !== null) stage.current?.reveal(picture.querySelector(`[data-state="${step.state}"]`))
  }, [picture, step])

  return (
    <section class="chart-view" aria-label="State chart" data-unreal={isWhatIf.value}>
      <header class="chart-bar">
        <div class="filters" role="group" aria-label="Machine">
          {CHARTS.map(({ id }) => (
            <button key={id} type="button" aria-pressed={id === machine} onClick={() => setMachine(id)}>
              {id}
            </button>
          ))}
        </div>
        <div class="zoom" role="group" aria-label="Zoom">
          <button
            type="button"
            class="icon-button"
            aria-label="Zoom out"
            onClick={() => stage.current?.zoom(1 / 1.25)}
          >
            −
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label="Zoom in"
            onClick={() => stage.current?.zoom(1.25)}
          >
            +
          </button>
          <button type="button" class="button small" onClick={() => stage.current?.fit()}>
            Fit
          </button>
        </div>
      </header>
      <div
        ref={viewport}
        class="chart-viewport"
        tabIndex={0}
        role="group"
        aria-label="Chart: drag to move, wheel or + and − to zoom, 0 to fit"
      >
        <div ref={paper} class="chart-paper" />
        {tip !== null && (
          <div
            class="chart-tip"
            role="tooltip"
            style={{ left: `${String(tip.x)}px`, top: `${String(tip.y)}px` }}
          >
            {tip.lines.map((line, index) =>
              index === 0 ? <b key={line}>{line}</b> : <p key={line}>{line}</p>,
            )}
          </div>
        )}
      </div>
      {model !== undefined && <p class="visually-hidden">{model.description}</p>}
    </section>
  )
}

function light(
  svg: SVGSVGElement,
  what: 'state' | 'transition',
  isLit: (id: string) => boolean,
  name: string,
): void {
  for (const element of svg.querySelectorAll<SVGGElement>(`[data-${what}]`)) {
    const is = isLit(element.dataset[what] ?? '')
    // Taken off first, so that what glows twice in a row glows anew.
    element.classList.remove(name)
    if (is) {
      element.getBoundingClientRect()
      element.classList.add(name)
    }
  }
}

/** Lets pointer and keyboard ask what each transition waits for, tests and does. */
function explainGuards(
  svg: SVGSVGElement,
  model: ChartModel,
  viewport: HTMLElement | null,
  show: (tip: Tip | null) => void,
): void {
  for (const transition of model.transitions) {
    const label = svg.querySelector<SVGGElement>(
      `.transition[data-transition="${CSS.escape(transition.id)}"]`,
    )
    if (label === null || viewport === null) continue
    label.setAttribute('tabindex', '0')
    label.setAttribute('role', 'img')
    label.setAttribute('aria-label', explain(transition).join(' '))
    const open = (): void => {
      const frame = viewport.getBoundingClientRect()
      const box = label.getBoundingClientRect()
      const x = Math.max(8, Math.min(box.left - frame.left, frame.width - 300))
      const isLow = box.bottom - frame.top > frame.height - 170
      show({
        lines: explain(transition),
        x,
        y: isLow ? box.top - frame.top - 150 : box.bottom - frame.top + 8,
      })
    }
    const close = (): void => show(null)
    label.addEventListener('pointerenter', open)
    label.addEventListener('pointerleave', close)
    label.addEventListener('focus', open)
    label.addEventListener('blur', close)
  }
}
