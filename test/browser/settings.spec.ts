import { expect } from 'chai'
import { Seller } from '../support/browser/Seller.ts'
import { Stage } from '../support/browser/Stage.ts'

describe('dashboard: the settings', function () {
  this.timeout(120_000)
  let stage: Stage
  let seller: Seller

  before(async () => {
    stage = await Stage.open()
  })
  after(() => stage.close())
  beforeEach(async () => {
    seller = await Seller.open(stage)
    await seller.signUp()
  })
  afterEach(() => seller.close())

  it('say "Saved." once, however often the seller saves', async () => {
    await seller.useLira()
    await seller.tellShop('http://127.0.0.1:9/')
    await seller.useLira()
    expect(await seller.page.getByText('Saved.').count()).to.equal(1)
    seller.hadNoFaults()
  })

  it('are sent one after the other, so that the last word is the seller’s last', async () => {
    const goOn = Promise.withResolvers<undefined>()
    let changes = 0
    await seller.page.route('**/api/v1/tenant', async (route) => {
      const isFirst = ++changes === 1
      const response = await route.fetch()
      if (isFirst) await goOn.promise
      await route.fulfill({ response })
    })
    const first = seller.useLira()
    await seller.button('Saving').waitFor()
    const second = seller.tellShop('http://127.0.0.1:9/')
    const sheet = seller.page.getByRole('form', { name: 'Your shop’s address' })
    await sheet.getByText('Saving').waitFor()
    // There and back again: whatever was sent before is on its way.
    await seller.page.evaluate(() => fetch('/healthz').then(({ status }) => status))
    expect(changes).to.equal(1)
    goOn.resolve(undefined)
    await Promise.all([first, second])
    await sheet.getByRole('button', { name: 'Save', exact: true }).waitFor()
    expect(changes).to.equal(2)
    seller.hadNoFaults()
  })

  it('show what was saved, also when the answer to an earlier reading comes after it', async () => {
    const goOn = Promise.withResolvers<undefined>()
    const isRead = Promise.withResolvers<undefined>()
    let readings = 0
    await seller.page.route('**/api/v1/auth/me', async (route) => {
      // The first draws the start, the second is the start's own.
      const isLate = ++readings === 2
      const response = await route.fetch()
      if (isLate) {
        isRead.resolve(undefined)
        await goOn.promise
      }
      await route.fulfill({ response })
    })
    await seller.goTo('')
    await isRead.promise
    await seller.useLira()
    const readAnew = seller.page.waitForResponse((to) => to.url().endsWith('/auth/me') && readings === 3)
    goOn.resolve(undefined)
    await readAnew
    await seller.page.getByRole('link', { name: 'Shows' }).first().click()
    await seller.page.getByRole('link', { name: 'Settings' }).click()
    expect(await seller.page.getByLabel('Currency').inputValue()).to.equal('TRY')
    seller.hadNoFaults()
  })
})
