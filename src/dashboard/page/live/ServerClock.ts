const SAMPLES_KEPT = 8

interface Sample {
  roundTripMs: number
  offsetMs: number
}

/**
 * The service's clock as this browser can know it, whatever its own clock says. Each question and answer bounds the
 * offset by half its round trip; the quickest of the last few is believed.
 *
 * `local` must count steadily (`performance.now`), so that a stepped wall clock changes nothing.
 */
export class ServerClock {
  readonly #local: () => number
  #samples: Sample[] = []

  constructor(local: () => number = () => performance.now()) {
    this.#local = local
  }

  get localNow(): number {
    return this.#local()
  }

  /** The service's time now, ms since the epoch; the wall clock's until anything better is known. */
  now(): number {
    const best = this.#best()
    return best === undefined ? Date.now() : this.#local() + best.offsetMs
  }

  /** How far {@link now} can be off, ms; infinite until a sample came. */
  get errorMs(): number {
    return (this.#best()?.roundTripMs ?? Infinity) / 2
  }

  /** Takes an answer: asked and received by the local clock, `serverAt` by the service's. */
  sample(askedAt: number, receivedAt: number, serverAt: number): void {
    const roundTripMs = Math.max(0, receivedAt - askedAt)
    this.#samples.push({ roundTripMs, offsetMs: serverAt + roundTripMs / 2 - receivedAt })
    if (this.#samples.length > SAMPLES_KEPT) this.#samples.shift()
  }

  /** Forgets all: the local clock may have stood still while the device slept. */
  reset(): void {
    this.#samples = []
  }

  #best(): Sample | undefined {
    let best: Sample | undefined
    for (const sample of this.#samples) {
      if (best === undefined || sample.roundTripMs <= best.roundTripMs) best = sample
    }
    return best
  }
}
