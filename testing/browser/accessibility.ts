/** Checks a page, screen or dialog for axe violations and horizontal scrolling. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

type Viewport = { width: number; colorScheme: 'light' | 'dark' }

/** Each width and colour scheme once: axe finds nothing else in the other two combinations. */
const NARROW: Viewport = { width: 360, colorScheme: 'dark' }
const WIDE: Viewport = { width: 1280, colorScheme: 'light' }

/** Makes the page narrow and dark before the next page is opened. */
export const setNarrowViewport = (page: Page): Promise<void> => setViewport(page, NARROW)

/**
 * Checks the page narrow and dark, then wide and light, with the landmark in view. Preview frames are excluded, since
 * they are pages of the site, which have their own tests, and so is the loading bar above the page's landmarks, which may
 * appear at any time on a slow machine.
 */
export async function expectAccessible(landmark: Locator): Promise<void> {
  const page = landmark.page()
  for (const item of [NARROW, WIDE]) {
    await setViewport(page, item)
    await waitForLayout(page)
    await expect(landmark).toBeVisible()
    expect(await measureOverflow(page)).toBe(0)
    // Legacy mode only checks this page, and doesn't open a second one to combine results.
    const { violations } = await new AxeBuilder({ page })
      .exclude('iframe')
      .exclude('[aria-label=正在加载]')
      .setLegacyMode(true)
      .analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([])
  }
}

async function setViewport(page: Page, { width, colorScheme }: Viewport): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 800 })
}

/** Waits for the effects of a changed width or colour scheme: measured layout, and the theme's transitions. */
const waitForLayout = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })

/** Measures the page, and the back office's main area, which scrolls on its own. */
const measureOverflow = (page: Page) =>
  page.evaluate(() => {
    const areas = [document.documentElement, ...document.querySelectorAll('main')]
    return Math.max(...areas.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
  })
