import { expect } from 'chai'
import { contextChanges, jsonContext } from '../../../../src/inspector/recording/jsonContext.ts'
import { ItemProbe } from '../../../support/engine/ItemProbe.ts'

describe('an item context as JSON', () => {
  it('counts the claimants instead of naming them', () => {
    const item = new ItemProbe({ mode: 'fixed_price' })
    item.claim('ayse')
    expect(jsonContext(item.context)).to.include({ claimants: 1, claimsAccepted: 1 })
  })

  it('given a bid, then only what it changed is told', () => {
    const item = new ItemProbe()
    const before = jsonContext(item.context)
    item.bid(150)
    const lead = { bidId: 'bid1', userId: 'ayse', username: 'ayse', amount: 15_000 }
    expect(contextChanges(before, jsonContext(item.context))).to.deep.equal([
      { field: 'price', before: 10_000, after: 15_000 },
      { field: 'bidsPending', before: 0, after: 1 },
      { field: 'lead', before: null, after: lead },
    ])
  })

  it('given nothing before, then every field is new', () => {
    const context = jsonContext(new ItemProbe().context)
    expect(contextChanges(null, context).map(({ field }) => field)).to.deep.equal(Object.keys(context))
  })
})
