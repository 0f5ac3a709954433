/** Every page, narrow and wide, light and dark: no finding of axe, nothing that scrolls sideways, content before script. */
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { PUBLIC_PAGES } from './public-pages.ts'

const WIDTHS = [360, 1280]

for (const path of PUBLIC_PAGES)
  for (const width of WIDTHS)
    test(`${path} at ${width}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 800 })
      const reply = await page.goto(path, { waitUntil: 'networkidle' })
      expect(reply?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expectAccessible(page)
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
