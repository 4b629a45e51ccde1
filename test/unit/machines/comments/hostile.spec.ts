import { expect } from 'chai'
import { createReader, explainComment } from '../../../../machines/comments/index.ts'
import { floods } from '../../../support/comments/floods.ts'

const read = createReader({})

const signs = 100_000
const FLOODS = floods(signs)
const SHORTER = floods(signs / 10)

/** Short texts that have broken programs before: escapes, markup, queries, odd scripts, half signs. */
const NAUGHTY = [
  'undefined', 'null', 'NaN', 'Infinity', '-Infinity', '1e400', '0x96', '0b1', '1_000', '__proto__', 'constructor', 'toString',
  'hasOwnProperty', 'valueOf 150', "'; drop table bids; --", '150; delete from bids', '<script>alert(150)</script>', '${150}', '{{150}}',
  '%s%n%d', '../../etc/passwd', '$(reboot)', '`150`', '\\u0031\\u0035\\u0030', '&#49;50', '=1+150', '@', '#', '@@@', '+', '-', '.', ',', "'",
  '1.', '.1.', '1..5', '1,,5', "1''5", '1.,5', '$', '$$', '€€150', 'k', 'kk', '1kk', '1k5', '\ud83d', '\udd25', '1\ud83d5', 'Ω≈ç√∫', '﷽', 'ﷺ150',
  '\u202e051', 'T\u0337h\u0321e\u0322', 'ｍｉｎｅ\u3000１５０', '🏴\u{e0067}\u{e0062}\u{e007f}', '👨‍👩‍👧‍👦', '𒐫', '\ufffe', '\uffff', '\u{10ffff}',
] // prettier-ignore

/** Ten times the text takes ten times as long; what goes over it again and again would take a hundred times. */
const growthMax = 30
const attempts = 40

function milliseconds(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

/** How much longer the long text takes, by the shortest of several runs of each: not what a busy machine adds. */
function growth(long: string, short: string): number {
  let longest = Infinity
  let shortest = Infinity
  for (let attempt = 0; attempt < attempts && !(longest / shortest < growthMax); attempt += 1) {
    longest = Math.min(
      longest,
      milliseconds(() => read(long, 'auction')),
    )
    shortest = Math.min(
      shortest,
      milliseconds(() => read(short, 'auction')),
    )
  }
  return longest / shortest
}

describe('hostile comments', () => {
  for (const [name, text] of Object.entries(FLOODS)) {
    it(`${name} are read in a time that grows no faster than they`, () => {
      expect(growth(text, SHORTER[name] ?? '')).to.be.below(growthMax)
    })
  }

  it('in any of the floods there is no bid and no claim', () => {
    const believed = Object.entries(FLOODS).filter(([, text]) => read(text, 'auction').kind !== 'chatter')
    expect(believed.map(([name]) => name)).to.deep.equal([])
  })

  it('that end in a flood of what nobody sees are still read', () => {
    for (const invisible of ['\u200b', '🔥', ' ', '\u202e']) {
      expect(read(`150${invisible.repeat(signs / invisible.length)}`, 'auction')).to.deep.equal({
        kind: 'bid',
        amount: 15_000,
      })
    }
  })

  for (const text of NAUGHTY) {
    it(`${JSON.stringify(text)} has a reading and an explanation`, () => {
      const reading = read(text, 'auction')
      expect(reading.kind).to.be.oneOf(['bid', 'claim', 'chatter'])
      expect(explainComment(text, 'auction').reading).to.deep.equal(reading)
    })
  }

  it('never make a claim out of a name that every object has', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(read(name, 'fixed_price')).to.deep.equal({ kind: 'chatter', reason: 'no_amount' })
    }
  })

  it('are explained in bounded length', () => {
    const { steps } = explainComment('lorem ipsum '.repeat(300), 'auction')
    expect(JSON.stringify(steps).length).to.be.below(2_000)
  })
})
