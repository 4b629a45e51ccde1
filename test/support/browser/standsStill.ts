import type { Page } from 'playwright-core'

/** Until fonts are there, what was changed is drawn and nothing moves any more. */
export async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    // The second frame begins when the first, with all that a new size sets off, is drawn.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}
