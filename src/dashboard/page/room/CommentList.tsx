import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { CommentFeed, FeedEntry } from '../live/CommentFeed.ts'
import { Empty } from '../ui/Empty.tsx'
import { Icon } from '../ui/Icon.tsx'
import { t, tn } from '../words/words.ts'
import { CommentRow } from './CommentRow.tsx'

const OVERSCAN_ROWS = 6
/** So near to the end still means: follow. */
const FOLLOW_WITHIN_PX = 24

interface Props {
  feed: CommentFeed
  onOpen: (entry: FeedEntry) => void
}

/**
 * A list of any length drawn as the few rows in sight. It follows the newest comment until the seller scrolls up, and
 * then holds still, however many come.
 */
export function CommentList({ feed, onOpen }: Props) {
  const entries = feed.shown.value
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 600, rowHeight: 44 })
  const [heldAt, setHeldAt] = useState<number | null>(null)
  const [active, setActive] = useState<number | null>(null)
  const isFollowing = heldAt === null
  const { rowHeight } = view

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = (): void => {
      const row = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row-height'))
      setView((before) => ({ ...before, height: element.clientHeight, rowHeight: row || before.rowHeight }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // Trimming takes rows away above: the held view moves up with them.
  const firstNumber = entries[0]?.number ?? 0
  const trimmedFrom = useRef(firstNumber)
  const lastTop = useRef(0)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    if (isFollowing) element.scrollTop = element.scrollHeight
    else if (feed.filter.peek() === 'all' && firstNumber > trimmedFrom.current) {
      element.scrollTop -= (firstNumber - trimmedFrom.current) * rowHeight
    }
    trimmedFrom.current = firstNumber
    lastTop.current = element.scrollTop
  }, [entries, isFollowing, rowHeight, view.height])

  const onScroll = (): void => {
    const element = box.current
    if (element === null) return
    const toEnd = element.scrollHeight - element.scrollTop - element.clientHeight
    // A notice above makes the list lower and leaves its end out of sight: only a move upwards is the seller's own.
    const hasRisen = element.scrollTop < lastTop.current
    lastTop.current = element.scrollTop
    setView((before) => ({ ...before, top: element.scrollTop }))
    if (toEnd <= FOLLOW_WITHIN_PX) setHeldAt(null)
    else if (isFollowing && hasRisen) setHeldAt(feed.total)
  }

  const followAgain = (): void => {
    setHeldAt(null)
    setActive(null)
  }

  const move = (step: number): void => {
    const last = entries.length - 1
    if (last < 0) return
    const from = active === null ? last + 1 : entries.findIndex((entry) => entry.number === active)
    const index = Math.max(0, Math.min(last, from + step))
    setActive(entries[index]?.number ?? null)
    const element = box.current
    if (element === null) return
    const top = index * rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'End') followAgain()
    else if (event.key === 'Enter') {
      const entry = entries.find(({ number }) => number === active)
      if (entry !== undefined) onOpen(entry)
    } else return
    event.preventDefault()
  }

  const inSight = Math.ceil(view.height / rowHeight)
  const top = isFollowing ? entries.length - inSight : Math.floor(view.top / rowHeight)
  const first = Math.max(0, top - OVERSCAN_ROWS)
  const rows = entries.slice(first, top + inSight + OVERSCAN_ROWS + 1)
  const newer = heldAt === null ? 0 : feed.total - heldAt

  return (
    <div class="comment-list">
      <div
        ref={box}
        class="comment-scroll"
        role="listbox"
        tabIndex={0}
        aria-label={t('room.comments')}
        aria-activedescendant={active === null ? undefined : `comment-${String(active)}`}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: `${String(entries.length * rowHeight)}px` }}>
          <div
            role="presentation"
            class="comment-rows"
            style={{ transform: `translateY(${String(first * rowHeight)}px)` }}
          >
            {rows.map((entry) => (
              <CommentRow
                key={entry.number}
                entry={entry}
                isActive={entry.number === active}
                onOpen={onOpen}
              />
            ))}
          </div>
        </div>
      </div>
      {entries.length === 0 && <Empty title={t('room.noComments')} why={t('room.noCommentsWhy')} />}
      {newer > 0 && (
        <button type="button" class="pill" onClick={followAgain}>
          <Icon name="down" /> {tn('room.newComments', newer)}
        </button>
      )}
    </div>
  )
}
