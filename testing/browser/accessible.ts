/** What every screen and dialog has to be, light and dark: nothing that axe finds, nothing that scrolls sideways. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const SCHEMES = ['light', 'dark'] as const

/** A scheme changed on an open page goes through the theme's own transitions. */
const colorsSettled = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })

/** Looks at the page as it stands, in both schemes. A preview's frame is a page of the site, which has tests of its own. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await colorsSettled(page)
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(sideways).toBe(0)
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([])
  }
}
