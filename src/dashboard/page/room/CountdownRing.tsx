import { useEffect, useRef } from 'preact/hooks'
import type { ServerClock } from '../live/ServerClock.ts'
import { t } from '../words/words.ts'
import { remainingText } from './remainingText.ts'

const RADIUS = 46
const LENGTH = 2 * Math.PI * RADIUS
const URGENT_MS = 10_000

interface Props {
  /** Service's clock, ms; null without a time limit. */
  endsAt: number | null
  /** The whole span, for the share that is left. */
  spanMs: number
  clock: ServerClock
}

/** The time left by the service's clock. Drawn past the component tree, once a frame, and only while it runs. */
export function CountdownRing({ endsAt, spanMs, clock }: Props) {
  const arc = useRef<SVGCircleElement>(null)
  const text = useRef<HTMLSpanElement>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (endsAt === null) return
    let frame = 0
    const draw = (): void => {
      const left = Math.max(0, endsAt - clock.now())
      const share = spanMs > 0 ? Math.min(1, left / spanMs) : 1
      arc.current?.setAttribute('stroke-dashoffset', String(LENGTH * (1 - share)))
      const shown = remainingText(left)
      if (text.current !== null && text.current.textContent !== shown) text.current.textContent = shown
      if (box.current !== null) box.current.dataset.urgent = String(left <= URGENT_MS)
      frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [endsAt, spanMs, clock])

  return (
    <div
      ref={box}
      class="ring"
      role="timer"
      aria-label={endsAt === null ? t('room.noTimer') : t('room.timeLeft')}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle class="ring-track" cx="50" cy="50" r={RADIUS} />
        {endsAt !== null && (
          <circle
            ref={arc}
            class="ring-arc"
            cx="50"
            cy="50"
            r={RADIUS}
            stroke-dasharray={LENGTH}
            transform="rotate(-90 50 50)"
          />
        )}
      </svg>
      {endsAt === null ? (
        <span class="ring-none">{t('room.noTimer')}</span>
      ) : (
        <span ref={text} class="ring-text" />
      )}
    </div>
  )
}
