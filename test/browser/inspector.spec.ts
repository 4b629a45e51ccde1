import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createClient } from '../../src/client/index.ts'
import { openBrowser, watchFaults } from '../support/browser/chromium.ts'
import { Stage } from '../support/browser/Stage.ts'
import { standsStill } from '../support/browser/standsStill.ts'

const SIZES = { laptop: { width: 1_280, height: 800 }, phone: { width: 390, height: 844 } }
type Dress = readonly [device: keyof typeof SIZES, colorScheme: 'light' | 'dark']

/** A shop that sells by the public interface: what is looked at here is the inspector alone. */
function createShop() {
  const [email, password] = [`inspected-${crypto.randomUUID()}@example.com`, 'a long enough password']
  let client: ReturnType<typeof createClient>
  let liveSessionId = ''
  return {
    email,
    password,
    async open(baseUrl: string): Promise<void> {
      client = createClient({ baseUrl })
      const { tenant } = await client.register({ name: 'Silver & Co', email, password })
      await fetch(`${baseUrl}/api/v1/auth/social/callback?code=granted&state=${tenant.id}`, {
        redirect: 'manual',
      })
      liveSessionId = (await client.createSession({ title: 'Saturday silver' })).id
      await client.startSession(liveSessionId)
    },
    /** Puts a new product on offer by auction; returns the item's id. */
    async offer(name: string): Promise<string> {
      const { id: productId } = await client.createProduct({ name, stockQuantity: 1 })
      const item = { productId, liveSessionId, mode: 'auction', startingPrice: 100 } as const
      return (await client.activate({ ...item, timeLimitSeconds: 3_600 })).id
    },
    close: (itemId: string) => client.close(itemId),
  }
}

/** Two bids that count and one between them that does not. */
const TALK = [
  ['ayse', '150'],
  ['mehmet', '155'],
  ['can', '1550'],
] as const
/** Bids that come too late to count: what is played must still be playing when the engineer stops it. */
const LATE_BIDS = 20

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
    const { page } = await openInspector()
    await page.getByLabel('Email').fill(shop.email)
    await page.getByLabel('Password').fill(shop.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Choose an item').waitFor()
    await page.close()
  })
  after(async () => {
    await browser.close()
    await stage.close()
  })

  /** A tab of the engineer, who is signed in. */
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
        await standsStill(page)
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

    /** Waits until so many events are listed. */
    async lists(events: number): Promise<void> {
      const rows = this.page.locator('.event-row')
      await rows.nth(events - 1).waitFor()
      await rows.nth(events).waitFor({ state: 'detached' })
    }

    /** Waits for why the shown event came out as it did. */
    async reads(words: string): Promise<void> {
      await this.page.locator('.why-words', { hasText: words }).waitFor()
    }
  }

  it('follows an item live from its activation to sold', async () => {
    const engineer = await openInspector()
    const { page } = engineer
    await page.getByText('Choose an item').waitFor()
    await page.getByText('Live', { exact: true }).first().waitFor()
    await engineer.show('empty', [['laptop', 'light']])
    const itemId = await shop.offer('Silver ring')
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
    await engineer.lists(1)
    await page.getByRole('button', { name: 'all', exact: true }).last().click()
    await page.getByLabel('Filter events').fill('can')
    await page.locator('.event-row', { hasText: '@can' }).waitFor()
    await engineer.lists(1)
    await page.getByLabel('Filter events').fill('')
    await shop.close(itemId)
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
    const itemId = await shop.offer('Wool scarf')
    await stage.comments([...TALK, ...Array<(typeof TALK)[1]>(LATE_BIDS).fill(TALK[1])])
    await shop.close(itemId)
    const engineer = await openInspector()
    const { page } = engineer
    await page.getByLabel('Find an item').fill('wool')
    await engineer.item('Wool scarf').click()
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
    await page.locator('dd[data-changed="true"]', { hasText: '150' }).first().waitFor()
    await page.keyboard.press('End')
    await engineer.reads('sold to @can at 1550')
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: 'Play' }).click()
    await engineer.reads('bid_too_low')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Play' }).waitFor()

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
