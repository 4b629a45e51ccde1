import { expect } from 'chai'
import { eventually } from '../support/eventually.ts'
import { Seller } from '../support/browser/Seller.ts'
import { Stage } from '../support/browser/Stage.ts'

describe('dashboard: a practice show with the stand-in crowd', function () {
  this.timeout(120_000)
  let stage: Stage
  let seller: Seller

  before(async () => {
    stage = await Stage.open({ embeddedPlatform: true })
    seller = await Seller.open(stage)
  })
  after(async () => {
    await seller.close()
    await stage.close()
  })
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await seller.picture('failed-practice')
  })

  it('lets a newcomer see a whole auction with nothing at stake', async () => {
    await seller.signUp()
    await seller.page.getByRole('link', { name: 'Connect' }).click()
    await seller.page.getByRole('button', { name: /allow/i }).first().click()
    await seller.sees(/^Connected to @/)
    await seller.addProduct('Silver ring', 3)
    await seller.goTo('')
    await seller.button('Start practice').click()
    await seller.page.getByRole('heading', { name: 'Try a practice show' }).waitFor()
    await seller.page.getByRole('button', { name: /^Start Silver ring/ }).waitFor()
    await seller.startNext()
    await eventually(async () => (await seller.commentsInSight()).length >= 5, { timeoutMs: 60_000 })
    await seller.page.locator('.comment-mark[data-tone="accepted"]').first().waitFor()
    await seller.press('c', 'c')
    await seller.page.locator('.ended').waitFor()
    expect(await seller.page.locator('.ended-text').innerText()).to.match(/^Sold to @\S+ for \$\d/)
  })
})
