import { expect } from 'chai'
import { CheckpointPlan } from '../../../../src/persistence/embedded/CheckpointPlan.ts'

const MIB = 1_048_576

describe('checkpoints of an embedded database', () => {
  it('wait until there is enough to write and nobody to keep waiting', () => {
    const plan = new CheckpointPlan()
    plan.sent(15 * MIB)
    expect(plan.isDue()).to.equal(false)
    expect(plan.isDue(), 'quiet, too little').to.equal(false)
    plan.sent(2 * MIB)
    expect(plan.isDue(), 'enough, but busy').to.equal(false)
    plan.sent(1_000)
    expect(plan.isDue(), 'enough and quiet').to.equal(true)
    expect(plan.isDue(), 'nothing since').to.equal(false)
  })

  it('wait no longer in a flood that never ends', () => {
    const plan = new CheckpointPlan()
    let looks = 0
    do {
      plan.sent(100 * MIB)
      looks++
    } while (!plan.isDue())
    expect(looks).to.equal(11)
    plan.sent(100 * MIB)
    expect(plan.isDue()).to.equal(false)
  })
})
