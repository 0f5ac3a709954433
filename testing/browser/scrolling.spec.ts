/** A choice leaves the page where it is read; another page begins at its top. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { waitForHydration } from './wait-for-hydration.ts'

const getPlace = (page: Page) => page.evaluate(() => scrollY)

/** Presses what has to be scrolled to, as the first thing after the page has come. */
async function pressFirst(page: Page, path: string, choice: Locator, change: RegExp) {
  await page.goto(path)
  await waitForHydration(page)
  await choice.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const before = await getPlace(page)
  expect(before).toBeGreaterThan(0)
  await choice.click()
  await expect(page).toHaveURL(change)
  expect(await getPlace(page)).toBe(before)
}

test('a package is chosen without leaving it', async ({ page }) => {
  await pressFirst(page, '/selection', page.getByRole('button', { name: '选择此套餐' }).nth(1), /package=/)
})

test('an answer of the wizard leaves the questions in place', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await pressFirst(page, '/selection/wizard', page.getByLabel('一个季度内'), /answers=/)
})

test('another page begins at its top', async ({ page }) => {
  await pressFirst(page, '/selection', page.getByRole('button', { name: '选择此套餐' }).first(), /package=/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'CIO社区' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'CIO社区' })).toBeVisible()
  await expect.poll(() => getPlace(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => getPlace(page)).toBeGreaterThan(0)
})

test('what is added to a comparison leaves the list in place, and the comparison begins at its top', async ({
  page,
}) => {
  await page.goto('/products')
  await waitForHydration(page)
  const buttons = page.getByRole('button', { name: /^加入对比/ })
  await buttons.nth(6).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const before = await getPlace(page)
  await buttons.nth(6).click()
  await expect(page.getByText('再选一个即可对比')).toBeVisible()
  expect(await getPlace(page)).toBe(before)
  await buttons.nth(6).click()
  await expect(page.getByRole('link', { name: '开始对比' })).toBeVisible()
  await page.getByRole('link', { name: '开始对比' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '产品对比' })).toBeVisible()
  await expect.poll(() => getPlace(page)).toBe(0)
})
