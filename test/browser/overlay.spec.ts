import { expect } from 'chai'
import { Seller } from '../support/browser/Seller.ts'
import { Stage } from '../support/browser/Stage.ts'
import { watchFaults } from '../support/browser/chromium.ts'

describe('overlay: what the stream shows', function () {
  this.timeout(120_000)
  let stage: Stage
  let seller: Seller

  before(async () => {
    stage = await Stage.open()
    seller = await Seller.open(stage)
  })
  after(async () => {
    await seller.close()
    await stage.close()
  })

  it('follows the item by its key alone, and shows nothing once the key is revoked', async () => {
    await seller.openLiveShow([{ product: 'Vase', mode: 'Auction', price: 100, seconds: 600 }])
    const room = seller.page.url()
    await seller.goTo('/settings')
    await seller.button('Make an overlay address').click()
    const address = await seller.page.getByText('/overlay/').innerText()
    await seller.page.goto(room)
    await seller.button(/^Start Vase/).waitFor()

    const overlay = await seller.page.context().newPage()
    const faults = watchFaults(overlay, stage.url)
    await overlay.goto(address)
    expect(await overlay.locator('.overlay-card').count()).to.equal(0)
    await seller.page.bringToFront()
    await seller.startNext()
    await overlay.getByText('Vase').waitFor()
    await stage.comment('ayse', '150')
    await stage.comment('can', '170')
    await overlay.getByText('@can').waitFor()
    await overlay.getByText('₺170').waitFor()
    await overlay.getByText('@ayse').waitFor()
    expect(await overlay.evaluate(() => getComputedStyle(document.body).backgroundColor)).to.equal(
      'rgba(0, 0, 0, 0)',
    )

    await seller.goTo('/settings')
    await seller.button('Revoke the address').click()
    await seller.button('Press again').first().click()
    await overlay.locator('.overlay-card').waitFor({ state: 'detached' })
    await seller.page.goto(room)
    await seller.sees('@can')
    await seller.press('c', 'c')
    await seller.sees('Sold to @can for ₺170')
    expect(await overlay.locator('.overlay-card').count()).to.equal(0)
    expect(faults).to.deep.equal([])
  })
})
