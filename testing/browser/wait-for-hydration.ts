import type { Page } from '@playwright/test'

/**
 * Interacts with a page, which starts a deferred hydration, and waits until layout and page are hydrated. Returns at
 * once on pages that don't belong to the site.
 */
export async function triggerHydration(page: Page): Promise<void> {
  await page.mouse.move(1, 1)
  await page.mouse.move(0, 0)
  await page.waitForFunction(() => {
    const early = globalThis.zhijianEarly
    return !early || (early.hydrated.layout && early.hydrated.page)
  })
}

/** Waits until React has hydrated the page and its effects have run. */
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
