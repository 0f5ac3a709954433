/**
 * The API reference: a library's page under our CSP. It isn't checked by axe, since the library's colours, nested
 * buttons and unlabelled server selection can't be configured.
 */
import { descriptionCalls } from '#contracts/description/calls.ts'
import { expect, test } from './fixtures.ts'

test('the API reference lists the calls in Chinese and opens one', async ({ page }) => {
  test.slow()
  await page.goto(descriptionCalls.getReference.path)
  await expect(page.locator('body')).toHaveCSS('text-autospace', 'normal')
  // The library processes the entire document before it renders anything.
  await expect(page.getByRole('heading', { level: 1, name: '智鉴开放接口' })).toBeVisible({ timeout: 75_000 })
  const levels = await page
    .getByRole('heading')
    .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))))
  expect(levels.slice(0, 3)).toEqual([1, 2, 3])
  for (const [index, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1)
  await page.getByRole('heading', { level: 3, name: '接口说明' }).click()
  await page.getByRole('button', { name: descriptionCalls.getOpenApi.summary }).click()
  await expect(page.getByText(descriptionCalls.getOpenApi.description)).toBeVisible()
})
