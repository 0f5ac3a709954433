import type { Page } from '@playwright/test'

/**
 * Shows interest in a page, as whoever is there does: one that can be read without its script asks for that then. Waits
 * until it has come; a page that is no page of the site has none.
 */
export async function showInterest(page: Page): Promise<void> {
  await page.mouse.move(1, 1)
  await page.mouse.move(0, 0)
  await page.waitForFunction(() => {
    const early = globalThis.zhijianEarly
    return !early || (early.live.frame && early.live.page)
  })
}

/**
 * Waits until React has taken over what the server has drawn, and its effects have run: from then on the page reacts.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.mouse.move(1, 1)
  await page.mouse.move(0, 0)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  })
}
