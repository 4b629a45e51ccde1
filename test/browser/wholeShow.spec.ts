import { expect } from 'chai'
import { Seller } from '../support/browser/Seller.ts'
import { Stage } from '../support/browser/Stage.ts'

describe('dashboard: a whole show', function () {
  this.timeout(120_000)
  let stage: Stage
  let seller: Seller

  before(async () => {
    stage = await Stage.open()
  })
  after(() => stage.close())
  beforeEach(async () => {
    seller = await Seller.open(stage)
  })
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await seller.picture('failed')
    await seller.close()
  })

  it('goes from sign-up to the winner, with one hand', async () => {
    await seller.openLiveShow(
      [
        { product: 'Silver ring', mode: 'Auction', price: 100, seconds: 60 },
        { product: 'Wool scarf', mode: 'Fixed price', price: 25 },
      ],
      2,
    )

    expect(await seller.button('Sounds').getAttribute('aria-pressed')).to.equal('false')
    await seller.startNext()
    await stage.comment('ayse', '150')
    await seller.sees('₺150')
    await stage.comment('mehmet', 'aldım')
    await stage.comment('mehmet', '155')
    await stage.comment('can', '1.500,50 tl')
    await stage.comment('lena', 'so pretty')
    await seller.sees('₺1,500.50')
    await seller.sees('@can')
    await seller.seesMark('1.500,50 tl', 'bid ₺1,500.50')
    await seller.seesMark('aldım', 'this is an auction')
    await seller.seesMark('155', 'too low: ₺155')

    await seller.page.evaluate(noteJoy)
    await seller.press('e')
    await seller.press('c')
    await seller.sees('Press again to close')
    await seller.press('c')
    await seller.sees('Sold to @can for ₺1,500.50')
    const joy = await seller.page.waitForFunction(() => (window as unknown as Celebrated).joy_ms)
    expect(await joy.jsonValue()).to.be.within(1_000, 2_000)
    await seller.sees('1 sold · ₺1,500.50')
    await seller.sees('2 replies sent')

    await seller.startNext()
    for (const viewer of ['ayse', 'can', 'lena']) await stage.comment(viewer, 'mine')
    await seller.sees('2 of 2 claimed')
    await seller.sees('1 waiting')
    await seller.press('c', 'c')
    await seller.sees('2 claimed at ₺25')
    await seller.sees('3 sold · ₺1,550.50')

    await seller.button('End show').click()
    await seller.button('Press again to end').click()
    await seller.sees('This show has ended')
    seller.hadNoFaults()
  })

  it('holds the list still while the seller reads back, and tells how many came meanwhile', async () => {
    await seller.openLiveShow([])
    const said = Array.from({ length: 60 }, (_, n): [string, string] => ['ayse', `word ${String(n + 1)}`])
    await stage.comments(said)
    await seller.sees('word 60')
    await seller.page.locator('.comment-scroll').hover()
    await seller.page.mouse.wheel(0, -600)
    await seller.page.waitForFunction(() => {
      const list = document.querySelector('.comment-scroll')
      return list !== null && Math.round(list.scrollHeight - list.clientHeight - list.scrollTop) === 600
    })
    const first = seller.page.getByText('word 40', { exact: true })
    const before = await first.boundingBox()
    await stage.comments(Array.from({ length: 12 }, (_, n) => ['can', `later ${String(n + 1)}`]))
    await seller.button('12 new').waitFor()
    expect(await first.boundingBox()).to.deep.equal(before)
    await seller.button('12 new').click()
    await seller.sees('later 12')
    await seller.button(/new$/).waitFor({ state: 'detached' })
    seller.hadNoFaults()
  })

  it('says in the room when the platform delivers no comments any more', async () => {
    await seller.openLiveShow([])
    expect(await seller.page.getByText('No account is connected').isVisible()).to.equal(false)
    const other = await Seller.open(stage)
    await other.signUp('Another shop')
    await other.connectAccount()
    await other.close()
    await seller.sees('No account is connected: viewers’ comments do not reach this show.')
    await seller.page.getByRole('link', { name: 'Look at the connection' }).click()
    await seller.sees('Not connected')
  })

  it('never makes markup of a comment', async () => {
    await seller.openLiveShow([])
    const texts = [
      '<img src=x onerror=alert(1)>',
      '<b>150</b>',
      '&lt;',
      '</script><script>alert(1)</script>',
      '{{7*7}}',
    ]
    for (const text of texts) await stage.comment('mallory', text)
    await seller.sees('{{7*7}}')
    expect(await seller.commentsInSight()).to.deep.equal(texts)
    expect(await seller.page.locator('.comment-text *').count()).to.equal(0)
    seller.hadNoFaults()
  })

  it('explains a comment, blocks its writer and takes that back', async () => {
    await seller.openLiveShow([{ product: 'Vase', mode: 'Auction', price: 10 }])
    await seller.startNext()
    await stage.comment('troll', '50')
    await seller.seesMark('50', 'bid ₺50')
    await seller.page.getByRole('option').filter({ hasText: 'troll' }).click()
    await seller.sees('Counted as a bid of ₺50.')
    await seller.button('Block viewer').click()
    await seller.sees('@troll is blocked.')
    // The way back stays under the hand that is on it, however long the seller looks.
    await seller.button('Undo').hover()
    await stage.comment('troll', '90')
    await seller.seesMark('90', 'blocked')
    await seller.button('Undo').click()
    await seller.sees('@troll may take part again.')
    await stage.comment('troll', '95')
    await seller.seesMark('95', 'bid ₺95')
    seller.hadNoFaults()
  })

  it('speaks Turkish when asked to, and remembers', async () => {
    await seller.goTo('')
    await seller.button('Türkçe').click()
    await seller.sees('Yeniden hoş geldin')
    await seller.page.reload()
    await seller.sees('Yeniden hoş geldin')
    expect(await seller.page.locator('html').getAttribute('lang')).to.equal('tr')
  })

  it('keeps the session through a reload and forgets it at sign-out', async () => {
    await seller.signUp('Reload & Co')
    await seller.page.reload()
    await seller.sees('Good to see you, Reload & Co')
    await seller.button('Sign out').click()
    await seller.sees('Welcome back')
    await seller.page.reload()
    await seller.sees('Welcome back')
  })
})

interface Celebrated {
  /** How long the longest animation of the winner's moment lasts; absent until it begins. */
  joy_ms?: number
}

/** Notes it as it begins, so that nobody need look in time. */
function noteJoy(): void {
  addEventListener('animationstart', () => {
    const moving = document.querySelector('.ended')?.getAnimations({ subtree: true }) ?? []
    const ends = moving.map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0))
    if (ends.length > 0) Object.assign(window, { joy_ms: Math.max(...ends) } satisfies Celebrated)
  })
}
