/** The screenshots of the README: written to docs/images if SCREENSHOTS is set; otherwise only tested to work. */
import { test } from './fixtures.ts'

const FOLDER = process.env.SCREENSHOTS ? 'docs/images' : 'test-results/images'

test('takes the screenshot of the home page for the README', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.screenshot({ path: `${FOLDER}/home.png` })
})

test('takes the screenshot of the catalogue for the README', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto('/products', { waitUntil: 'networkidle' })
  await page.screenshot({ path: `${FOLDER}/products.png` })
})
