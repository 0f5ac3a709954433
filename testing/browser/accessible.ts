/** What every page, screen and dialog has to be, light and dark: nothing that axe finds, nothing that scrolls sideways. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The rules whose finding hangs on the colours; all others find the same in the second scheme as in the first. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** A scheme changed on an open page goes through the theme's own transitions. */
const colorsSettled = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })

/** Looks at the page as it stands, in both schemes. A preview's frame is a page of the site, which has tests of its own. */
export async function expectAccessible(page: Page): Promise<void> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await colorsSettled(page)
    const axe = new AxeBuilder({ page }).exclude('iframe')
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(OF_COLOURS)).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([])
  }
}
