import type { ErrorBody } from '../../../src/protocol/resources.ts'

/** An answer of the service, read to its end. */
export class Answer<T = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly text: string

  constructor(status: number, headers: Headers, text: string) {
    this.status = status
    this.headers = headers
    this.text = text
  }

  get json(): unknown {
    return JSON.parse(this.text) as unknown
  }

  /** `data` of a success; throws with the whole answer when it is a failure. */
  get data(): T {
    const body = this.json as { success: boolean; data: T }
    if (!body.success) throw new Error(`Answered ${this.status} ${this.text}`)
    return body.data
  }

  /** `error` of a failure; throws with the whole answer when it is a success. */
  get error(): ErrorBody {
    const body = this.json as { success: boolean; error: ErrorBody }
    if (body.success) throw new Error(`Answered ${this.status} ${this.text}`)
    return body.error
  }

  /** `404 No active auction found`: the two things that the contract says of a failure. */
  get refusal(): string {
    return `${this.status} ${this.error.message}`
  }

  /** Fields that `details` names, sorted. */
  get badFields(): string[] {
    return Object.keys(this.error.details ?? {}).sort()
  }
}
