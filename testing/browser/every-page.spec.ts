/** Every page, narrow and wide, light and dark: no axe violations, no horizontal scrolling, content without script. */
import { expectAccessible, setNarrowViewport } from './accessibility.ts'
import { expect, visualTest as test } from './fixtures.ts'
import { PUBLIC_PAGES } from './public-pages.ts'

for (const path of PUBLIC_PAGES)
  test(`${path} is accessible`, async ({ page }) => {
    await setNarrowViewport(page)
    const reply = await page.goto(path)
    expect(reply?.status()).toBe(200)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveCount(1)
    await expect(page.getByRole('progressbar', { name: '正在加载' })).toHaveCount(0)
    await expectAccessible(heading)
  })

test('every page shows its content without script', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  for (const path of PUBLIC_PAGES) {
    await page.goto(path)
    await expect.soft(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect.soft(page.getByRole('main'), path).not.toBeEmpty()
  }
  await page.close()
})
