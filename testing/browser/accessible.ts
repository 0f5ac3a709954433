/** Checks a page, screen or dialog: no finding of axe, no horizontal scrolling. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

type View = { width: number; colorScheme: 'light' | 'dark' }

/** Each width and each scheme once: what axe would find in the other two pairs, it finds in these. */
const NARROW: View = { width: 360, colorScheme: 'dark' }
const WIDE: View = { width: 1280, colorScheme: 'light' }

/** Makes the page narrow and dark, so that what is opened next is loaded so. */
export const viewNarrow = (page: Page): Promise<void> => view(page, NARROW)

/**
 * Looks at the page narrow and dark, then wide and light, with `shown` in view both times. A preview's frame is a page of
 * the site, which has tests of its own.
 */
export async function expectAccessible(landmark: Locator): Promise<void> {
  const page = landmark.page()
  for (const item of [NARROW, WIDE]) {
    await view(page, item)
    await waitForLayout(page)
    await expect(landmark).toBeVisible()
    expect(await measureOverflow(page)).toBe(0)
    // Legacy mode looks at this page alone, and opens no second one to sum up.
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').setLegacyMode(true).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([])
  }
}

async function view(page: Page, { width, colorScheme }: View): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 800 })
}

/** Waits for what a change of width or scheme moves: layout that is measured, and the theme's transitions. */
const waitForLayout = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })

const measureOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
