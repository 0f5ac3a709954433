import type { Page } from '@playwright/test'

/**
 * Waits until React has taken over what the server has drawn, and its effects have run: from then on the page reacts.
 */
export async function hydrated(page: Page): Promise<void> {
  // A page that can be read without its script asks for that at the first sign of interest.
  await page.mouse.move(1, 1)
  await page.mouse.move(0, 0)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  })
}
