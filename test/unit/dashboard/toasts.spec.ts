import { expect } from 'chai'
import { dismiss, hold, release, say, toasts } from '../../../src/dashboard/page/ui/toasts.ts'
import { SimulatedTime } from '../../support/simulation/SimulatedTime.ts'

describe('toasts', () => {
  let time: SimulatedTime

  beforeEach(() => {
    time = new SimulatedTime()
    time.install()
  })
  afterEach(() => {
    for (const { number } of toasts.value) dismiss(number)
    time.uninstall()
  })

  const shown = (): string[] => toasts.value.map(({ text }) => text)
  const numberOf = (text: string): number => toasts.value.find((toast) => toast.text === text)?.number ?? NaN
  const pass = (ms: number): Promise<void> => time.advance(ms, () => Promise.resolve())

  it('are shown for six seconds, three at most', async () => {
    for (const text of ['one', 'two', 'three', 'four']) say(text)
    expect(shown()).to.deep.equal(['two', 'three', 'four'])
    await pass(5_999)
    expect(shown()).to.deep.equal(['two', 'three', 'four'])
    await pass(1)
    expect(shown()).to.deep.equal([])
  })

  it('given the same said again, then it takes the place of the first and has its own time', async () => {
    say('Saved.')
    const first = numberOf('Saved.')
    say('Connected.')
    await pass(4_000)
    say('Saved.')
    expect(shown()).to.deep.equal(['Connected.', 'Saved.'])
    expect(numberOf('Saved.'), 'a new one, which is read out as well').not.to.equal(first)
    await pass(2_000)
    expect(shown()).to.deep.equal(['Saved.'])
    await pass(4_000)
    expect(shown()).to.deep.equal([])
  })

  it('given the same words as a fault, then both are shown', () => {
    say('Saved.')
    say('Saved.', { tone: 'error' })
    expect(shown()).to.deep.equal(['Saved.', 'Saved.'])
  })

  it('given two alike that offer a way back, then neither is taken away', () => {
    say('Ring was taken out.', { undo: () => undefined })
    say('Ring was taken out.', { undo: () => undefined })
    expect(shown()).to.have.length(2)
  })

  it('given a hand on one, then it stays until the hand has gone, and its time after that', async () => {
    say('@ayse is blocked.', { undo: () => undefined })
    const number = numberOf('@ayse is blocked.')
    await pass(5_000)
    hold(number)
    await pass(60_000)
    expect(shown()).to.have.length(1)
    release(number)
    await pass(5_999)
    expect(shown()).to.have.length(1)
    await pass(1)
    expect(shown()).to.deep.equal([])
  })
})
