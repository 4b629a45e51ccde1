import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, watchFaults } from '../support/browser/chromium.ts'
import { Seller } from '../support/contract/Seller.ts'
import { service } from '../support/contract/service.ts'

describe('/docs in a browser', function () {
  this.timeout(120_000)
  let browser: Browser
  let page: Page
  let seller: Seller
  let faults: string[]

  before(async () => {
    seller = await Seller.register('Documented')
    browser = await openBrowser()
  })
  after(() => browser.close())

  beforeEach(async () => {
    page = await browser.newPage()
    faults = watchFaults(page, new URL((await service()).url).origin)
    await page.goto(`${seller.url}/docs`)
  })
  afterEach(async () => {
    expect(faults).to.deep.equal([])
    await page.close()
  })

  const authorize = async (scheme: 'bearer' | 'apiKey', values: string[]): Promise<void> => {
    await page.locator('.btn.authorize').first().click()
    const form = page.locator('.auth-container', { has: page.locator(`h4:has-text("${scheme}")`) }).first()
    const inputs = form.locator('input')
    for (const [index, value] of values.entries()) await inputs.nth(index).fill(value)
    await form.getByRole('button', { name: 'Apply credentials' }).click()
    await page.locator('.close-modal').click()
  }

  /** Opens an operation, sends it and returns the status and the body that the page shows. */
  const tryOut = async (operationId: string, body?: object): Promise<[status: number, body: string]> => {
    const operation = page.locator(`[id$="-${operationId}"]`)
    if (!(await operation.locator('.execute').isVisible())) {
      await operation.locator('.opblock-summary-control').click()
      await operation.locator('.try-out__btn').click()
    }
    if (body !== undefined) await operation.locator('textarea.body-param__text').fill(JSON.stringify(body))
    const answered = page.waitForResponse((response) => response.url().includes('/api/v1/'))
    await operation.locator('.execute').click()
    const status = (await answered).status()
    const live = operation.locator('.live-responses-table .response', {
      has: page.locator('.response-col_status', { hasText: String(status) }),
    })
    return [status, await live.locator('.response-col_description').first().innerText()]
  }

  it('shows every group of operations, styled, from this service alone', async () => {
    await page.locator('.opblock').first().waitFor()
    const document = (await (await fetch(`${seller.url}/api/v1/openapi.json`)).json()) as {
      tags: { name: string }[]
    }
    const shown = await page.locator('.opblock-tag > a').allInnerTexts()
    expect(shown).to.deep.equal(document.tags.map(({ name }) => name))
    const color = await page
      .locator('.opblock-post')
      .first()
      .evaluate((block) => getComputedStyle(block).backgroundColor)
    expect(color).not.to.equal('rgba(0, 0, 0, 0)')
  })

  it('tries an operation with a Bearer token, and is refused without', async () => {
    expect((await tryOut('getAuthMe'))[0]).to.equal(401)
    await authorize('bearer', [seller.account.accessToken])
    const [status, body] = await tryOut('getAuthMe')
    expect(status).to.equal(200)
    expect(body).to.include(seller.id)
  })

  it('tries an operation with API key and secret, and sends a body', async () => {
    await authorize('apiKey', [seller.account.tenant.apiKey, seller.account.apiSecret])
    const [status, body] = await tryOut('postProducts', { name: 'From the page', stockQuantity: 2 })
    expect(status).to.equal(201)
    expect(body).to.include('From the page')
  })
})
