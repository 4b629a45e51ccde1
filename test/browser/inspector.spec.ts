import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createClient } from '../../src/client/index.ts'
import { openBrowser, watchFaults } from '../support/browser/chromium.ts'
import { Stage } from '../support/browser/Stage.ts'

const SIZES = { laptop: { width: 1_280, height: 800 }, phone: { width: 390, height: 844 } }
type Dress = readonly [device: keyof typeof SIZES, colorScheme: 'light' | 'dark']

/** A shop that sells by the public interface: what is looked at here is the inspector alone. */
function createShop() {
  const [email, password] = [`inspected-${crypto.randomUUID()}@example.com`, 'a long enough password']
  let client: ReturnType<typeof createClient>
  let offered: { productId: string; liveSessionId: string }
  let itemId = ''
  return {
    email,
    password,
    async open(baseUrl: string): Promise<void> {
      client = createClient({ baseUrl })
      const { tenant } = await client.register({ name: 'Silver & Co', email, password })
      await fetch(`${baseUrl}/api/v1/auth/social/callback?code=granted&state=${tenant.id}`, {
        redirect: 'manual',
      })
      const { id: productId } = await client.createProduct({ name: 'Silver ring', stockQuantity: 1 })
      const { id: liveSessionId } = await client.createSession({ title: 'Saturday silver' })
      await client.startSession(liveSessionId)
      offered = { productId, liveSessionId }
    },
    async offer(): Promise<void> {
      const item = { ...offered, mode: 'auction', startingPrice: 100, timeLimitSeconds: 300 } as const
      itemId = (await client.activate(item)).id
    },
    close: () => client.close(itemId),
  }
}

/** The engineer at the inspector, while a shop sells; pictures lie in `dist/screenshots`. */
describe('inspector: why an item did what it did', function () {
  this.timeout(120_000)
  let stage: Stage
  let browser: Browser
  let context: BrowserContext
  const shop = createShop()
  const faults: string[] = []

  before(async () => {
    stage = await Stage.open()
    await shop.open(stage.url)
    browser = await openBrowser()
    context = await browser.newContext({ viewport: SIZES.laptop, locale: 'en-US', reducedMotion: 'reduce' })
  })
  after(async () => {
    await browser.close()
    await stage.close()
  })

  /** A tab of the engineer, who is signed in once the first has been. */
  async function openInspector(): Promise<Engineer> {
    const page = await context.newPage()
    const watched = watchFaults(page, stage.url)
    page.on('close', () => faults.push(...watched))
    await page.goto(`${stage.url}/inspector`)
    return new Engineer(page)
  }

  class Engineer {
    readonly page: Page
    constructor(page: Page) {
      this.page = page
    }

    /** Pictures in these dresses, each free of serious faults of accessibility. */
    async show(name: string, dresses: readonly Dress[]): Promise<void> {
      const { page } = this
      for (const [device, colorScheme] of dresses) {
        await page.setViewportSize(SIZES[device])
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.waitForTimeout(300)
        await page.screenshot({ path: `dist/screenshots/inspector-${name}-${device}-${colorScheme}.png` })
        const { violations } = await new AxeBuilder({ page }).analyze()
        const faults = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        const found = faults.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
        expect(found, `${name}, ${device}, ${colorScheme}`).to.deep.equal([])
      }
      await page.setViewportSize(SIZES.laptop)
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    }

    /** The item's row in the list. */
    item(name: string) {
      return this.page.getByRole('navigation').getByRole('button', { name: new RegExp(`^${name}`) })
    }

    /** Waits until a state of the chart is the lit one. */
    async lit(state: string): Promise<void> {
      await this.page.locator(`.state.here[data-state="auctionItem.${state}"]`).waitFor({ state: 'attached' })
    }

    /** Waits for why the shown event came out as it did. */
    async reads(words: string): Promise<void> {
      await this.page.locator('.why-words', { hasText: words }).waitFor()
    }
  }

  it('follows an item live from its activation to sold', async () => {
    const engineer = await openInspector()
    const { page } = engineer
    await page.getByLabel('Email').fill(shop.email)
    await page.getByLabel('Password').fill(shop.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Choose an item').waitFor()
    await page.getByText('Live', { exact: true }).first().waitFor()
    await engineer.show('empty', [['laptop', 'light']])
    await shop.offer()
    await engineer.item('Silver ring').click()
    await engineer.lit('running.active')
    await stage.comment('ayse', '150')
    await engineer.reads('bid_accepted: 150 ≥ 100 + 10')
    await page.locator('.transition.lit[data-transition="auctionItem.running:bid:2"]').waitFor()
    await stage.comment('mehmet', '155')
    await engineer.reads('bid_too_low: 155 < 150 + 10')
    await page.getByRole('list', { name: 'Guards asked' }).getByText('isBidRefused').waitFor()
    await stage.comment('can', '1550')
    await engineer.reads('bid_accepted: 1550 ≥ 150 + 10')
    await engineer.show('live', [
      ['laptop', 'light'],
      ['laptop', 'dark'],
    ])
    await page.getByRole('tab', { name: 'Events' }).click()
    await page.getByRole('button', { name: 'refused' }).click()
    expect(await page.locator('.event-row').count()).to.equal(1)
    await page.getByRole('button', { name: 'all', exact: true }).last().click()
    await page.getByLabel('Filter events').fill('can')
    await page.locator('.event-row', { hasText: '@can' }).waitFor()
    expect(await page.locator('.event-row').count()).to.equal(1)
    await page.getByLabel('Filter events').fill('')
    await shop.close()
    await engineer.lit('sold')
    await page.locator('.event-row', { hasText: 'sold to @can at 1550' }).waitFor()
    await page.close()
  })

  it('says in words what a guard tests, to pointer and keyboard', async () => {
    const { page } = await openInspector()
    const guard = page.locator('.transition[data-transition="auctionItem.running:bid:1"]')
    await guard.hover()
    await page.getByRole('tooltip').getByText('anti-snipe window').waitFor()
    await page.mouse.move(2, 2)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    await page.locator('.transition[data-transition="auctionItem.running:bid:0"]').focus()
    await page.getByRole('tooltip').getByText('Tests whether the bid breaks a rule').waitFor()
    await page.getByRole('button', { name: 'delivery' }).click()
    await page.locator('svg[data-machine="delivery"]').waitFor()
    await page.close()
  })

  it('goes through a finished item in time, asks what if, exports it and opens it again, the same', async () => {
    const engineer = await openInspector()
    const { page } = engineer
    await page.getByLabel('Find an item').fill('silver')
    await engineer.item('Silver ring').click()
    await engineer.lit('sold')
    const slider = page.getByRole('slider', { name: 'Event' })
    await slider.fill('2')
    await engineer.reads('bid_too_low: 155 < 150 + 10')
    await engineer.lit('running.active')
    await engineer.show('time-travel', [
      ['laptop', 'light'],
      ['phone', 'dark'],
    ])
    await page.locator('.chart-viewport').focus()
    await page.keyboard.press('ArrowLeft')
    await engineer.reads('bid_accepted: 150 ≥ 100 + 10')
    expect(await page.locator('dd[data-changed="true"]', { hasText: '150' }).count()).to.be.above(0)
    await page.keyboard.press('End')
    await engineer.reads('sold to @can at 1550')
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: 'Play' }).click()
    await engineer.reads('bid_too_low')
    await page.getByRole('button', { name: 'Pause' }).click()

    await slider.fill('3')
    await engineer.reads('bid_accepted: 1550 ≥ 150 + 10')
    await page.getByRole('button', { name: 'Leave it out' }).click()
    await page.getByText('Not real.').waitFor()
    expect(await page.getByRole('status').filter({ hasText: 'Not real' }).innerText()).to.match(
      /would have ended: sold to @ayse at 150\. It ended: sold to @can at 1550\./,
    )
    await engineer.show('what-if', [
      ['laptop', 'dark'],
      ['phone', 'light'],
    ])
    await page.getByRole('button', { name: 'Back to what happened' }).click()

    const exported = await save(engineer, 'first')
    await page.getByLabel('Recording to open').setInputFiles(exported.path)
    await page.getByText('from a file').first().waitFor()
    await page.keyboard.press('End')
    await engineer.reads('sold to @can at 1550')
    const again = await save(engineer, 'second')
    expect(JSON.parse(again.text)).to.deep.equal(JSON.parse(exported.text))
    await page.close()
    expect(faults).to.deep.equal([])
  })

  async function save({ page }: Engineer, name: string): Promise<{ path: string; text: string }> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    const path = `dist/screenshots/${name}.recording.json`
    await download.saveAs(path)
    return { path, text: await readFile(path, 'utf8') }
  }
})
