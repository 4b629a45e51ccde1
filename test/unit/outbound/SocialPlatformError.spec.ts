import { expect } from 'chai'
import { refusalOf, type RefusalKind } from '../../../src/outbound/social/SocialPlatformError.ts'

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  ...{ status, headers, durationMs: 1 },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const error = (code: number, more: object = {}) => ({
  error: { message: 'token EAAG secret', code, ...more },
})

describe('refusalOf', () => {
  const cases: [what: string, status: number, body: unknown, kind: RefusalKind][] = [
    ['an expired token', 400, error(190, { error_subcode: 463 }), 'token_rejected'],
    ['an ended session', 401, error(102), 'token_rejected'],
    ['the application limit', 400, error(4), 'throttled'],
    ['the user limit', 400, error(17), 'throttled'],
    ['the page limit', 400, error(32), 'throttled'],
    ['a custom limit', 400, error(613), 'throttled'],
    ['a plain 429', 429, 'slow down', 'throttled'],
    ['an unknown error', 500, error(1), 'transient'],
    ['a service that is away', 500, error(2), 'transient'],
    ['what it calls transient itself', 400, error(368, { is_transient: true }), 'transient'],
    ['a deleted comment', 400, error(100), 'refused'],
    ['a missing permission', 403, error(10), 'refused'],
    ['a 500 with a code that is final', 500, error(100), 'refused'],
    ['a gateway’s page', 502, '<html>', 'unclear'],
    ['an empty 503', 503, '', 'unclear'],
    ['a 404 without words', 404, 'null', 'refused'],
    ['an error that is a text', 400, { error: 'no' }, 'refused'],
  ]
  for (const [what, status, body, kind] of cases) {
    it(`takes ${what} as ${kind}`, () => {
      expect(refusalOf(answer(status, body), 0).kind).to.equal(kind)
    })
  }

  it('pauses for the longest time that the headers name, else a minute', () => {
    const usage = (...minutes: number[]): string =>
      JSON.stringify({ a: minutes.map((value) => ({ estimated_time_to_regain_access: value })), b: [{}] })
    const pause = (headers: Record<string, string>): number =>
      refusalOf(answer(400, error(4), headers), 0).pauseMs
    expect(pause({})).to.equal(60_000)
    expect(pause({ 'x-business-use-case-usage': usage(2, 7) })).to.equal(420_000)
    expect(pause({ 'x-business-use-case-usage': usage(2), 'retry-after': '300' })).to.equal(300_000)
    expect(pause({ 'x-business-use-case-usage': usage(0) })).to.equal(60_000)
    expect(pause({ 'x-business-use-case-usage': 'nonsense' })).to.equal(60_000)
    expect(pause({ 'x-business-use-case-usage': '[null, 3]' })).to.equal(60_000)
  })

  it('carries no text of the platform’s', () => {
    expect(String(refusalOf(answer(400, error(190)), 0))).not.to.include('EAAG')
  })
})
