export type Tone = 'plain' | 'live' | 'good' | 'warn' | 'lost'

/** A state in one word; its colour repeats what the word says. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span class="badge" data-tone={tone}>
      {children}
    </span>
  )
}
