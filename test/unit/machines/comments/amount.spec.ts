import { expect } from 'chai'
import fc from 'fast-check'
import { readComment, type Reading } from '../../../../machines/comments/index.ts'

const onAuction = (text: string): Reading => readComment(text, 'auction')
const bidOf = (minorUnits: number): Reading => ({ kind: 'bid', amount: minorUnits }) as Reading
const kindOf = (text: string): string => onAuction(text).kind

const whole = fc.integer({ min: 1, max: 9_999 })
const digits = (length: number): fc.Arbitrary<string> =>
  fc.nat(10 ** length - 1).map((value) => String(value).padStart(length, '0'))
const point = fc.constantFrom('.', ',')

describe('one separator', () => {
  it('before exactly three digits groups thousands', () => {
    fc.assert(
      fc.property(whole, point, digits(3), (head, sign, tail) => {
        expect(onAuction(`${String(head)}${sign}${tail}`)).to.deep.equal(
          bidOf((head * 1_000 + Number(tail)) * 100),
        )
      }),
    )
  })

  it('before one or two digits is the decimal point', () => {
    fc.assert(
      fc.property(whole, point, fc.oneof(digits(1), digits(2)), (head, sign, tail) => {
        expect(onAuction(`${String(head)}${sign}${tail}`)).to.deep.equal(
          bidOf(head * 100 + Number(tail.padEnd(2, '0'))),
        )
      }),
    )
  })

  it('before four digits or more makes no amount, nor before three behind a zero', () => {
    fc.assert(
      fc.property(whole, point, fc.oneof(digits(4), digits(5)), digits(3), (head, sign, tail, behindZero) => {
        expect(kindOf(`${String(head)}${sign}${tail}`)).to.equal('chatter')
        expect(kindOf(`0${sign}${behindZero}`)).to.equal('chatter')
      }),
    )
  })
})

describe('two kinds of separators', () => {
  it('make the last one the decimal point', () => {
    const styles = fc.constantFrom(
      [',', '.'],
      ['.', ','],
      ["'", '.'],
      ["'", ','],
      ['\u00a0', ','],
      ['\u2009', '.'],
      ['\u202f', ','],
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999 }),
        digits(3),
        digits(2),
        styles,
        (head, middle, tail, [group = '', decimal = '']) => {
          const minorUnits = (head * 1_000 + Number(middle)) * 100 + Number(tail)
          expect(onAuction(`${String(head)}${group}${middle}${decimal}${tail}`)).to.deep.equal(
            bidOf(minorUnits),
          )
        },
      ),
    )
  })
})

describe('the number of a comment', () => {
  const amount = fc.integer({ min: 1, max: 1_000_000 })

  it('counts once, however often it is said', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 6 }), (value, times) => {
        expect(onAuction(Array<number>(times).fill(value).join(' '))).to.deep.equal(bidOf(value * 100))
      }),
    )
  })

  it('must be the only one', () => {
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        fc.pre(one !== other)
        expect(onAuction(`${String(one)} ${String(other)}`)).to.deep.equal({
          kind: 'chatter',
          reason: 'several_amounts',
        })
      }),
    )
  })

  it('may have two words around it, and any number of them with a bid word', () => {
    // Words that no list of any language holds.
    const word = fc
      .array(fc.constantFrom('q', 'z', 'w'), { minLength: 4, maxLength: 8 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(amount, fc.array(word, { maxLength: 8 }), fc.nat(8), (value, words, at) => {
        const place = at % (words.length + 1)
        const said = [...words.slice(0, place), String(value), ...words.slice(place)].join(' ')
        expect(kindOf(said)).to.equal(words.length <= 2 ? 'bid' : 'chatter')
        expect(onAuction(`${said} bid`)).to.deep.equal(bidOf(value * 100))
      }),
    )
  })

  it('has at most ten digits before the point', () => {
    expect(onAuction('9999999999')).to.deep.equal(bidOf(999_999_999_900))
    expect(onAuction('9999999999,99')).to.deep.equal(bidOf(999_999_999_999))
    expect(onAuction('10000000000')).to.deep.equal({ kind: 'chatter', reason: 'too_large' })
  })

  it('yields to a claim at a fixed price, and comes before it on an auction', () => {
    fc.assert(
      fc.property(
        amount,
        fc.constantFrom('mine', 'aldım', 'dibs', 'meins', 'mio', 'lo quiero', 'sold', 'beli'),
        (value, phrase) => {
          for (const text of [`${phrase} ${String(value)}`, `${String(value)} ${phrase}`]) {
            expect(onAuction(text)).to.deep.equal(bidOf(value * 100))
            expect(readComment(text, 'fixed_price')).to.deep.equal({ kind: 'claim' })
          }
        },
      ),
    )
  })
})
