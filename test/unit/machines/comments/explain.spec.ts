import { expect } from 'chai'
import { explainComment, type Mode } from '../../../../machines/comments/index.ts'

const stepsOf = (text: string, mode: Mode = 'auction'): Record<string, string> =>
  Object.fromEntries(explainComment(text, mode).steps.map(({ step, result }) => [step, result]))

describe('an explanation', () => {
  it('shows every step of a bid', () => {
    expect(stepsOf('₺1.500,50 VERİYORUM 🔥')).to.deep.equal({
      question_mark: 'none',
      folded: '₺1.500,50 veriyorum',
      words: '₺ (money) · 1.500,50 = 1500.50 · veriyorum (bid word)',
      amount: '1500.50',
      claim: 'no',
      reading: 'bid of 1500.50',
    })
  })

  it('shows what an auction and a fixed price make of an amount beside a claim', () => {
    const { reading: auction } = stepsOf('mine 150')
    const { amount, claim, reading } = stepsOf('mine 150', 'fixed_price')
    expect([auction, amount, claim, reading]).to.deep.equal(['bid of 150.00', '150.00', 'yes', 'claim'])
  })

  it('ends where the reading ended', () => {
    expect(Object.keys(stepsOf('mine?'))).to.deep.equal(['question_mark', 'reading'])
    expect(Object.keys(stepsOf('not mine'))).to.deep.equal(['question_mark', 'folded', 'words', 'reading'])
  })

  it('gives the reason in words', () => {
    expect(stepsOf('size 42').reading).to.equal(
      'chatter (unit): the number beside a size, unit or count is no amount',
    )
    expect(stepsOf('x2').words).to.equal('x2 (letters and digits)')
    expect(stepsOf('-50').words).to.equal('-50 (negative)')
  })
})
