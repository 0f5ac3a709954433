import type { Page } from '@playwright/test'

/**
 * Interacts with a page, which starts a deferred hydration, and waits until React has hydrated layout and page and run
 * their effects. Returns at once on pages that don't belong to the site.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.mouse.move(1, 1)
  await page.mouse.move(0, 0)
  await page.waitForFunction(() => {
    const early = globalThis.zhijianEarly
    return !early || (early.hydrated.layout && early.hydrated.page)
  })
}
