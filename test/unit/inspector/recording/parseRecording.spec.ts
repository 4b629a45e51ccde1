import { expect } from 'chai'
import fc from 'fast-check'
import {
  differences,
  parseChanges,
  parseRecording,
  steps,
  whatIf,
  type Recording,
} from '../../../../src/inspector/recording/index.ts'
import { AppError } from '../../../../src/runtime/errors.ts'
import { anyRecording, recordingOf } from '../../../support/inspector/recordings.ts'

const refusal = (json: unknown, parse: (json: unknown) => unknown = parseRecording): AppError => {
  try {
    parse(json)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('it was taken')
}
const sample = (): Recording =>
  recordingOf({ price: 10_000 }, [{ do: 'bid', user: 'ayse', amount: 15_000, wait: 5 }])

describe('reading a recording', () => {
  it('given what was exported, as text or parsed, then it is the same', () => {
    expect(parseRecording(JSON.stringify(sample()))).to.deep.equal(sample())
    expect(parseRecording(sample())).to.deep.equal(sample())
  })

  const event = sample().events[1]
  const broken: [what: string, json: unknown, field: string, says: string][] = [
    ['nothing', null, 'recording', 'must be an object'],
    ['a list', [], 'recording', 'must be an object'],
    ['another format', { ...sample(), format: 'film' }, 'format', 'must be one of'],
    ['a version to come', { ...sample(), version: 2 }, 'version', 'must be 1–1'],
    ['an unknown field', { ...sample(), token: 'x' }, 'token', 'is not a known field'],
    ['no events', { ...sample(), events: [] }, 'events.0', 'must be the activation'],
    ['no beginning', { ...sample(), events: [event] }, 'events.0', 'must be the activation'],
    ['two beginnings', { ...sample(), events: [sample().events[0], sample().events[0]] }, 'events.1', 'once'],
    [
      'an event of no kind',
      { ...sample(), events: [sample().events[0], {}] },
      'events.1',
      'must have a kind',
    ],
    [
      'an event of a hostile kind',
      { ...sample(), events: [sample().events[0], { kind: '__proto__' }] },
      'events.1',
      'must have a kind',
    ],
    [
      'an amount that is none',
      { ...sample(), events: [sample().events[0], { ...event, event: { ...event?.event, amount: 1.5 } }] },
      'events.1.event.amount',
      'must be a whole number',
    ],
    [
      'a command that none can give',
      {
        ...sample(),
        events: [
          sample().events[0],
          { kind: 'command', at: 1, event: { type: 'explode' }, stored: { decisions: [] } },
        ],
      },
      'events.1.event',
      'must have a type, one of: activate',
    ],
    [
      'a text that throws when it is printed',
      { ...sample(), startedAt: { toString: 1 } },
      'startedAt',
      'must be a whole number',
    ],
    ['a moment that is no date', { ...sample(), startedAt: 9e15 }, 'startedAt', 'must be 0–'],
  ]
  for (const [what, json, field, says] of broken) {
    it(`given ${what}, then it names the field and what it takes`, () => {
      const { code, details } = refusal(json)
      expect(code).to.equal('validation_error')
      expect(details?.[field]?.join(), JSON.stringify(details)).to.contain(says)
    })
  }

  it('given a text that is no JSON, then it says so', () => {
    expect(refusal('{').code).to.equal('malformed_json')
  })

  it('given more events than are taken, then it does not read them', () => {
    const events = Array.from({ length: 100_001 }, () => ({}))
    expect(refusal({ ...sample(), events }).code).to.equal('body_too_large')
  })

  it('given faults without number, then it names the first few', () => {
    const events = [sample().events[0], ...Array.from({ length: 1_000 }, () => ({}))]
    expect(Object.keys(refusal({ ...sample(), events }).details ?? {})).to.have.length(10)
  })

  it('given any times and figures that it takes, then the steps can be told', () => {
    fc.assert(
      fc.property(
        anyRecording,
        fc.constantFrom(0, 1, 86_400, 1_000_000, 8_600_000_000_000_000),
        (recording, extreme) => {
          const json = JSON.stringify(recording, (_, value: unknown) =>
            typeof value === 'number' ? extreme : value,
          )
          const whole = { ...(JSON.parse(json) as Recording), version: recording.version }
          try {
            const read = parseRecording(whole)
            expect(whatIf(read, []).length).to.be.at.least(1)
            expect(differences(read, steps(read))).to.be.an('array')
          } catch (error) {
            if (!(error instanceof AppError)) throw error
            expect(extreme).to.be.above(86_400)
          }
        },
      ),
    )
  })

  it('reads the changes for another ending alike', () => {
    const changes = [{ index: 1, event: null }]
    expect(parseChanges({ changes })).to.deep.equal(changes)
    expect(refusal({ changes: [{ index: -1, event: null }] }, parseChanges).details).to.have.property(
      'changes.0.index',
    )
  })
})
