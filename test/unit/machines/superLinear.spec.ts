import { expect } from 'chai'
import { readSource, sourceFiles } from '../house/sources.ts'
import { superLinearIn, superLinearReason } from './superLinear.ts'

describe('the regular expressions of the machines', () => {
  const files = sourceFiles(['machines'])

  it('all match in linear time', () => {
    const suspects = files.flatMap((path) =>
      superLinearIn(readSource(path)).map((suspect) => ({ path, ...suspect })),
    )
    expect(suspects).to.deep.equal([])
  })

  it('are really looked at', () => {
    expect(files.filter((path) => path.startsWith('machines/comments/')).length).to.be.above(20)
    expect(superLinearIn('const a = /(x+)+y/; const b = new RegExp(a)')).to.have.length(2)
  })

  for (const pattern of [
    '(a+)+',
    '(a*)*b',
    '(a|b+)*',
    'a+b',
    '\\s+$',
    '.*x',
    'a+b+',
    '[ab]+x',
    '\\p{L}+,',
    '(?:a{2,})?b',
  ]) {
    it(`would be refused as ${pattern}`, () => {
      expect(superLinearReason(pattern)).to.be.a('string')
    })
  }

  for (const pattern of [
    'a',
    'a+',
    '[+*]',
    '\\+',
    '^a+b',
    '^a*$',
    '(a{8})b+',
    '(.)\\1{2,}',
    '[[ab]--[+]]+',
    'a?b',
  ]) {
    it(`may be ${pattern}`, () => {
      expect(superLinearReason(pattern)).to.equal(null)
    })
  }
})
