import { expect } from 'chai'
import { tenantProfile, type TenantRow } from '../../../../src/engine/desk/TenantProfile.ts'

const profile = (row: Partial<TenantRow> = {}) =>
  tenantProfile({ id: 'shop', settings: {}, webhookUrl: null, canReply: false, ...row })

describe('tenantProfile', () => {
  it('is one for tenants whose settings are alike, whoever they are and wherever their shop is', () => {
    expect(profile({ id: 'one' })).to.equal(profile({ id: 'other' }))
    const shop = profile({ webhookUrl: 'https://one.example' })
    expect(shop).to.equal(profile({ webhookUrl: 'https://other.example' }))
    expect(shop.tellsShop).to.equal(true)
    const chosen = { claimKeywords: ['kaptım'], antiSnipe: { windowSeconds: 5 } }
    expect(profile({ settings: chosen })).to.equal(profile({ settings: structuredClone(chosen) }))
  })

  it('is another one for each setting that differs', () => {
    const rows: Partial<TenantRow>[] = [
      {},
      { webhookUrl: 'https://one.example' },
      { canReply: true },
      { settings: { locale: 'tr' } },
      { settings: { currency: 'TRY' } },
      { settings: { claimKeywords: ['kaptım'] } },
      { settings: { countdownSeconds: 3 } },
      { settings: { requireMatchedViewer: true } },
    ]
    const profiles = rows.map(profile)
    expect(new Set(profiles)).to.have.lengthOf(rows.length)
    expect(profiles[5]?.read('kaptım', 'fixed_price').kind).to.equal('claim')
    expect(profiles[0]?.rules.countdownSeconds).to.equal(10)
    expect(profiles[6]?.rules.countdownSeconds).to.equal(3)
  })

  it('stays what it was for those who have it, however many others come', () => {
    const mine = profile({ settings: { countdownSeconds: 7 } })
    for (let seconds = 1_000; seconds < 3_000; seconds++) profile({ settings: { countdownSeconds: seconds } })
    const again = profile({ settings: { countdownSeconds: 7 } })
    expect(mine.rules.countdownSeconds).to.equal(7)
    expect(again, 'made anew, since so many are not remembered').not.to.equal(mine)
    expect(again.rules).to.deep.equal(mine.rules)
  })
})
