import { expect } from 'chai'
import { roundedPath } from '../../../../src/inspector/charts/roundedPath.ts'

describe('a rounded path', () => {
  it('given a corner, then it is cut off on both sides', () => {
    const path = roundedPath([at(0, 0), at(20, 0), at(20, 30)], 6)
    expect(path).to.equal('M0 0L14 0Q20 0 20 6L20 30')
  })

  it('given corners close together, then they share what is between them', () => {
    const path = roundedPath([at(0, 0), at(20, 0), at(20, 4), at(40, 4)], 6)
    expect(path).to.equal('M0 0L18 0Q20 0 20 2L20 2Q20 4 22 4L40 4')
  })

  it('given a straight line or nothing, then no corner', () => {
    expect(roundedPath([at(0, 0.25), at(9, 0)], 6)).to.equal('M0 0.3L9 0')
    expect(roundedPath([at(1, 1)], 6)).to.equal('')
  })
})

const at = (x: number, y: number) => ({ x, y })
