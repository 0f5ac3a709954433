/** Every page, narrow and wide, light and dark: no finding of axe, nothing that scrolls sideways, content before script. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './fixtures.ts'
import { PUBLIC_PAGES } from './public-pages.ts'

const WIDTHS = [360, 1280]
const SCHEMES = ['light', 'dark'] as const

for (const path of PUBLIC_PAGES)
  for (const width of WIDTHS)
    for (const colorScheme of SCHEMES)
      test(`${path} at ${width}, ${colorScheme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 800 })
        const reply = await page.goto(path, { waitUntil: 'networkidle' })
        expect(reply?.status()).toBe(200)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(sideways).toBe(0)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([])
      })

for (const path of PUBLIC_PAGES)
  test(`${path} shows its content without a script`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
    const page = await context.newPage()
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).not.toBeEmpty()
    await context.close()
  })
