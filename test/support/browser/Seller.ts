import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'chai'
import { sharedBrowser, watchFaults } from './chromium.ts'
import type { Stage } from './Stage.ts'

export interface PreparedItem {
  product: string
  mode: 'Auction' | 'Fixed price'
  price: number
  seconds?: number
}

const PICTURES = join(import.meta.dirname, '../../../dist/screenshots')

let sellers = 0

/** A seller at the dashboard: finds everything by the words on it, as people do. */
export class Seller {
  readonly page: Page
  readonly faults: string[]
  readonly #stage: Stage
  readonly #context: BrowserContext

  private constructor(stage: Stage, context: BrowserContext, page: Page) {
    this.#stage = stage
    this.#context = context
    this.page = page
    this.faults = watchFaults(page, stage.url)
  }

  /** A browser of nobody yet; `script` runs before anything of the page. */
  static async open(
    stage: Stage,
    { script, colorScheme = 'light' }: { script?: string; colorScheme?: 'light' | 'dark' } = {},
  ) {
    const browser = await sharedBrowser()
    const context = await browser.newContext({
      viewport: { width: 1_280, height: 800 },
      locale: 'en-US',
      colorScheme,
    })
    if (script !== undefined) await context.addInitScript(script)
    return new Seller(stage, context, await context.newPage())
  }

  async close(): Promise<void> {
    await this.#context.close()
  }

  /** Saves what the seller sees under `dist/screenshots`. */
  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(PICTURES, `${name}.png`) })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  async goTo(screen: string): Promise<void> {
    await this.page.goto(`${this.#stage.url}/dashboard${screen}`)
  }

  async signUp(name = 'Silver & Co'): Promise<void> {
    await this.goTo('/sign-up')
    await this.page.getByLabel('Name of your shop').fill(name)
    await this.page.getByLabel('Email').fill(`seller-${++sellers}-${process.pid}@example.com`)
    await this.page.getByLabel('Password').fill('a long enough password')
    await this.button('Open the shop').click()
    await this.button('I have kept it').click()
    await this.page.getByRole('heading', { name: `Good to see you, ${name}` }).waitFor()
  }

  /** To the platform and back. */
  async connectAccount(): Promise<void> {
    await this.page.getByRole('link', { name: 'Connect' }).click()
    await this.page.getByText(/^Connected to @/).waitFor()
  }

  async addProduct(name: string, stock: number): Promise<void> {
    await this.page.getByRole('link', { name: 'Products' }).first().click()
    await this.button('Add a product').first().click()
    await this.page.getByLabel('Name').fill(name)
    await this.page.getByLabel('In stock').fill(String(stock))
    await this.button('Save').click()
    await this.page.getByRole('listitem').filter({ hasText: name }).first().waitFor()
  }

  /** Has the shop told of starts, ends and carts at this address. */
  async tellShop(url: string): Promise<void> {
    await this.page.getByRole('link', { name: 'Settings' }).click()
    const sheet = this.page.getByRole('form', { name: 'Your shop’s address' })
    await sheet.getByRole('textbox').fill(url)
    await this.#save(sheet)
  }

  async useLira(): Promise<void> {
    await this.page.getByRole('link', { name: 'Settings' }).click()
    await this.page.getByLabel('Currency').selectOption('TRY')
    await this.#save(this.page.getByRole('form', { name: 'Shop', exact: true }))
  }

  /** Saves a part of the settings; done when the service has taken it and the page says so. */
  async #save(sheet: Locator): Promise<void> {
    // The word alone could be that of an earlier save.
    const [answer] = await Promise.all([
      this.page.waitForResponse(
        (response) => response.url().endsWith('/api/v1/tenant') && response.request().method() === 'PUT',
      ),
      sheet.getByRole('button', { name: 'Save' }).click(),
    ])
    expect(answer.status()).to.equal(200)
    await this.page.getByText('Saved.').waitFor()
  }

  /** Prepares a show and leaves the seller in its control room. */
  async openShow(title: string): Promise<void> {
    await this.page.getByRole('link', { name: 'Shows' }).first().click()
    await this.button('Prepare a show').first().click()
    await this.page.getByLabel('Title').fill(title)
    await this.page.getByRole('dialog').getByRole('button', { name: 'Prepare a show' }).click()
    await this.page.getByRole('heading', { name: title }).waitFor()
  }

  async goLive(): Promise<void> {
    await this.button('Go live').click()
    await this.page.getByText(/^Live 0:/).waitFor()
  }

  async prepare({ product, mode, price, seconds }: PreparedItem): Promise<void> {
    await this.page.getByRole('button', { name: 'Prepare', exact: true }).click()
    const dialog = this.page.getByRole('dialog')
    const option = dialog.locator('option').filter({ hasText: product })
    await dialog.getByLabel('Product').selectOption((await option.getAttribute('value')) ?? '')
    await dialog.getByLabel(mode).check()
    await dialog
      .getByLabel(mode === 'Auction' ? 'Starting price' : 'Price', { exact: true })
      .fill(String(price))
    await dialog.getByLabel('Seconds').fill(seconds === undefined ? '' : String(seconds))
    await dialog.getByRole('button', { name: 'Put in the row' }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  /** The whole way from nothing to a live show with these items in the row. */
  async openLiveShow(items: readonly PreparedItem[], stock = 6): Promise<void> {
    await this.signUp()
    await this.connectAccount()
    await this.useLira()
    for (const { product } of items) await this.addProduct(product, stock)
    await this.openShow('Saturday silver')
    await this.goLive()
    for (const item of items) await this.prepare(item)
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Leaves an open dialog; until it is gone, keys are its own. */
  async leaveDialog(): Promise<void> {
    await this.press('Escape')
    await this.page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  async startNext(): Promise<void> {
    await this.page.getByRole('button', { name: /^Start /, disabled: false }).waitFor()
    await this.press('Space', 'Space')
    await this.page.getByRole('timer').waitFor()
  }

  /** The price as it is read out. */
  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor()
  }

  /** Texts of the comments in sight, oldest first. */
  async commentsInSight(): Promise<string[]> {
    return this.page.locator('.comment-text').allInnerTexts()
  }

  /** Waits until a comment carries a mark. */
  async seesMark(comment: string, mark: string | RegExp): Promise<void> {
    const row = this.page
      .getByRole('option')
      .filter({ has: this.page.getByText(comment, { exact: true }) })
      .last()
    await row.getByText(mark).waitFor()
  }

  /** Nothing went wrong behind the seller's back. */
  hadNoFaults(): void {
    expect(this.faults).to.deep.equal([])
  }
}
