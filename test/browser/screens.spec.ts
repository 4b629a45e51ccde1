import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { Seller } from '../support/browser/Seller.ts'
import { Stage } from '../support/browser/Stage.ts'
import { standsStill } from '../support/browser/standsStill.ts'
import { answer, startShopReceiver, type ShopReceiver } from '../support/outbound/ShopReceiver.ts'

const LAPTOP = { width: 1_280, height: 800 }
const PHONE = { width: 390, height: 844 }
/** What a thumb hits without looking, CSS pixels. */
const TOUCH_TARGET_MIN = 44
/** What is read at arm's length, CSS pixels. */
const PRICE_SIZE_MIN = 64

/** Pictures are made by the same run that looks for faults; they lie in `dist/screenshots`. */
describe('dashboard: every screen, light and dark, on laptop and phone', function () {
  this.timeout(240_000)
  let stage: Stage
  let shop: ShopReceiver
  /** Who looks just now: somebody new for every part, so that none needs the one before. */
  let seller: Seller
  const sellers: Seller[] = []

  before(async () => {
    shop = await startShopReceiver()
    shop.behave(answer(200))
    stage = await Stage.open()
  })
  after(async () => {
    for (const one of sellers) await one.close()
    await stage.close()
    await shop.stop()
  })

  const somebodyNew = async (): Promise<void> => {
    seller = await Seller.open(stage)
    sellers.push(seller)
  }
  const newShopThatSells = async (): Promise<void> => {
    await somebodyNew()
    await seller.signUp()
    await seller.connectAccount()
    await seller.useLira()
    await seller.tellShop(shop.url)
    for (const [name, stock] of PRODUCTS) await seller.addProduct(name, stock)
  }

  /** Pictures of one screen in all its dresses, each free of serious faults of accessibility and fit for a thumb. */
  async function show(name: string): Promise<void> {
    const { page } = seller
    for (const [device, size] of [
      ['laptop', LAPTOP],
      ['phone', PHONE],
    ] as const) {
      await page.setViewportSize(size)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await standsStill(page)
        await seller.picture(`${name}-${device}-${colorScheme}`)
        // The dark dress has other colours and nothing else, and the same ones on both devices.
        if (colorScheme === 'dark' && device === 'phone') continue
        const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
        expect(await seriousFaults(page, rules), `${name}, ${device}, ${colorScheme}`).to.deep.equal([])
      }
      if (device === 'phone') expect(await smallTargets(page), `${name}: too small`).to.deep.equal([])
    }
    await page.setViewportSize(LAPTOP)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    seller.hadNoFaults()
  }

  it('before anybody is signed in', async () => {
    await somebodyNew()
    await seller.goTo('')
    await seller.sees('Welcome back')
    await show('sign-in')
    await seller.goTo('/sign-up')
    await seller.sees('Open your shop')
    await show('sign-up')
  })

  it('with nothing in them yet', async () => {
    await somebodyNew()
    await seller.signUp()
    await show('start-new')
    for (const screen of ['shows', 'products', 'results', 'viewers', 'deliveries']) {
      await seller.goTo(`/${screen}`)
      await seller.page.locator('.empty').waitFor()
      await show(`${screen}-empty`)
    }
  })

  describe('of a shop that sells', () => {
    before(newShopThatSells)

    it('before its show', async () => {
      await seller.goTo('/products')
      await seller.button('Edit').first().waitFor()
      await show('products')
      await seller.button('Edit').first().click()
      await seller.page.getByRole('dialog').waitFor()
      await show('product')
      await seller.leaveDialog()
      await seller.goTo('/settings')
      await seller.button('Make an overlay address').click()
      await seller.page.getByText('/overlay/').waitFor()
      await show('settings')
    })

    it('in the middle of a show', async () => {
      await seller.goTo('/shows')
      await seller.openShow('Saturday silver')
      await show('room-planned')
      await seller.goLive()
      await seller.prepare({ product: 'Silver ring', mode: 'Auction', price: 100, seconds: 900 })
      await seller.prepare({ product: 'Wool scarf', mode: 'Fixed price', price: 25 })
      await seller.prepare({ product: 'Hand-painted vase', mode: 'Auction', price: 400, seconds: 60 })
      await show('room-ready')
      await seller.page.setViewportSize(PHONE)
      for (const name of [/^Start Silver ring/, 'End show', 'Prepare']) {
        await seller.button(name).click({ trial: true })
      }
      await seller.page.setViewportSize(LAPTOP)
      await seller.page.getByRole('button', { name: 'Prepare', exact: true }).click()
      await seller.page.getByRole('dialog').waitFor()
      await show('prepare')
      await seller.leaveDialog()
      await seller.startNext()
      for (const [viewer, text] of AUCTION_TALK) await stage.comment(viewer, text)
      await seller.seesMark('1550', 'bid ₺1,550')
      await seller.seesMark('155', 'too low: ₺155')
      await show('room-auction')
      const price = seller.page.locator('.now-price .rolling')
      const [size, figures] = await price.evaluate((element) => {
        const { fontSize, fontVariantNumeric } = getComputedStyle(element)
        return [Number.parseFloat(fontSize), fontVariantNumeric] as const
      })
      expect(size).to.be.at.least(PRICE_SIZE_MIN)
      await stage.comment('ayse', '12.500,50')
      await seller.page.locator('.now-price').getByText('₺12,500.50').waitFor()
      for (const viewport of [LAPTOP, PHONE]) {
        await seller.page.setViewportSize(viewport)
        const long = await price.evaluate((element) => {
          const panel = element.closest('.now')?.getBoundingClientRect()
          return {
            size: Number.parseFloat(getComputedStyle(element).fontSize),
            overhang: element.getBoundingClientRect().right - (panel?.right ?? 0),
          }
        })
        expect(long.size).to.be.at.least(PRICE_SIZE_MIN)
        expect(long.overhang).to.be.below(0)
      }
      await seller.page.setViewportSize(LAPTOP)
      expect(figures).to.equal('tabular-nums')
      await seller.page.getByRole('option').filter({ hasText: 'can_' }).click()
      await seller.page.getByRole('dialog').waitFor()
      await show('comment')
      await seller.leaveDialog()
      await seller.press('c', 'c')
      await seller.sees('Sold to @ayse for ₺12,500.50')
      await seller.sees('shop told')
      await seller.sees('6 replies sent')
      await show('room-sold')
      await seller.startNext()
      for (const viewer of ['ayse', 'can', 'lena', 'deniz', 'ali', 'fatma', 'selin', 'nur']) {
        await stage.comment(viewer, 'aldım')
      }
      await seller.sees('2 waiting')
      await show('room-fixed-price')
      await seller.press('c', 'c')
      await seller.sees('6 claimed at ₺25')
    })
  })

  describe('of a shop that has sold', () => {
    before(async () => {
      await newShopThatSells()
      await seller.openShow('Saturday silver')
      await seller.goLive()
      await seller.prepare({ product: 'Silver ring', mode: 'Auction', price: 100 })
      await seller.prepare({ product: 'Wool scarf', mode: 'Fixed price', price: 25 })
      await seller.startNext()
      await stage.comment('ayse', '150')
      await stage.comment('can', '1.500,50')
      await seller.sees('@can')
      await seller.press('c', 'c')
      await seller.sees('Sold to @can for ₺1,500.50')
      await seller.startNext()
      for (const viewer of ['ayse', 'can']) await stage.comment(viewer, 'aldım')
      await seller.sees('2 of 6 claimed')
      await seller.press('c', 'c')
      await seller.sees('2 claimed at ₺25')
      await seller.sees('shop told')
    })

    for (const screen of ['results', 'viewers', 'deliveries', 'shows', '']) {
      it(`on the screen ${screen === '' ? 'of the start' : screen}`, async () => {
        await seller.goTo(screen === '' ? '' : `/${screen}`)
        await seller.page.locator('#content li').first().waitFor()
        await seller.page.waitForLoadState('networkidle')
        await show(screen === '' ? 'start' : screen)
      })
    }

    it('on the screen of its carts', async () => {
      await seller.goTo('/results')
      await seller.button('Carts').click()
      await seller.page.getByText('Wool scarf').first().waitFor()
      await show('carts')
    })
  })
})

const PRODUCTS = [
  ['Silver ring', 1],
  ['Hand-painted vase', 2],
  ['Wool scarf', 6],
] as const

const AUCTION_TALK: readonly (readonly [string, string])[] = [
  ['ayse', '150'],
  ['lena', 'so pretty 🌸'],
  ['mehmet', 'aldım'],
  ['mehmet', '155'],
  ['can', '160 tl'],
  ['zeynep.k', 'is it real silver?'],
  ['can_', '170'],
  ['deniz', 'it would fit my sister who has very small hands, she turns thirty next week and loves silver'],
  ['ayse', '1.500,50'],
  ['fatma', 'hello from İzmir 🙋‍♀️'],
  ['ali', '1550'],
]

/** What axe finds and calls serious or critical, as one line each. */
async function seriousFaults(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

/** What can be pressed but is lower or narrower than a thumb asks for; links within a sentence are not counted. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const pressed = document.querySelectorAll(
      'button, select, a.button, nav a, input:not([type="checkbox"], [type="radio"])',
    )
    return [...pressed].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect()
      const isShown = width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible'
      const name = element.getAttribute('aria-label') ?? element.textContent
      return isShown && (width < least || height < least)
        ? [`${name}: ${String(Math.round(width))} x ${String(Math.round(height))}`]
        : []
    })
  }, TOUCH_TARGET_MIN)
