import { expect } from 'chai'
import { clockTime } from '../../../src/dashboard/page/words/format.ts'
import { en } from '../../../src/dashboard/page/words/en.ts'
import { tr } from '../../../src/dashboard/page/words/tr.ts'
import { filled, preferredLanguage } from '../../../src/dashboard/page/words/words.ts'
import { remainingText } from '../../../src/dashboard/page/room/remainingText.ts'
import { retryDelay } from '../../../src/dashboard/page/live/retryDelay.ts'

const gaps = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

describe('the words of the page', () => {
  it('say the same things, with the same gaps to fill, in both languages', () => {
    expect(Object.keys(tr)).to.deep.equal(Object.keys(en))
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(tr[key], key).to.not.equal('')
      expect(gaps(tr[key]), key).to.deep.equal(gaps(en[key]))
    }
  })

  it('fill in what is given and leave the rest', () => {
    expect(filled('{a} of {b}', { a: 4 })).to.equal('4 of {b}')
    expect(filled('{a}', { a: '{b}', b: 'no' })).to.equal('{b}')
  })

  it('choose the stored language, else the browser’s, else English', () => {
    expect(preferredLanguage('tr', ['en-GB'])).to.equal('tr')
    expect(preferredLanguage(null, ['de-DE', 'tr-TR', 'en'])).to.equal('tr')
    expect(preferredLanguage(null, ['de-DE'])).to.equal('en')
    expect(preferredLanguage('xx', ['en-US'])).to.equal('en')
  })
})

describe('times as the page shows them', () => {
  it('never shows zero before the end nor anything after it', () => {
    expect(remainingText(65_000)).to.equal('1:05')
    expect(remainingText(10_001)).to.equal('0:11')
    expect(remainingText(10_000)).to.equal('0:10')
    expect(remainingText(9_999)).to.equal('9.9')
    expect(remainingText(7_320)).to.equal('7.3')
    expect(remainingText(99)).to.equal('0.0')
    expect(remainingText(-5)).to.equal('0.0')
  })

  it('shows hours only when there are any', () => {
    expect(clockTime(42_000)).to.equal('0:42')
    expect(clockTime(3_845_000)).to.equal('1:04:05')
    expect(clockTime(-1)).to.equal('0:00')
  })

  it('waits longer with each try, never all clients alike, never more than eight seconds', () => {
    const longest = Array.from({ length: 12 }, (_, attempt) => retryDelay(attempt, () => 1))
    expect(longest.slice(0, 3)).to.deep.equal([300, 600, 1_200])
    expect(longest.at(-1)).to.equal(8_000)
    expect(retryDelay(3, () => 0)).to.equal(1_200)
  })
})
