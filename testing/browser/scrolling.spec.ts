/** Choices don't scroll the page; navigating to another page scrolls to its top. */
import type { Locator, Page } from '@playwright/test'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

const getScrollPosition = (page: Page) => page.evaluate(() => scrollY)

/** Scrolls to a control and presses it as the first interaction with the page. */
async function pressFirst(page: Page, path: string, choice: Locator, change: RegExp) {
  await page.goto(path)
  await choice.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const before = await getScrollPosition(page)
  expect(before).toBeGreaterThan(0)
  await choice.click()
  await expect(page).toHaveURL(change)
  expect(await getScrollPosition(page)).toBe(before)
}

test('answering a question of the wizard does not scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await pressFirst(page, '/selection/wizard', page.getByLabel('一个季度内'), /answers=/)
})

test('choosing a package does not scroll, and another page is at its top from the first frame', async ({ page }) => {
  await pressFirst(page, '/selection', page.getByRole('button', { name: '选择此套餐' }).first(), /package=/)
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'CIO社区' })
  await link.scrollIntoViewIfNeeded()
  await page.evaluate(() => {
    const heading = document.querySelector('main h1')
    // Notified after React has changed the page, before it is painted.
    new MutationObserver((_, observer) => {
      if (document.contains(heading)) return
      document.documentElement.dataset.firstPosition = String(scrollY)
      observer.disconnect()
    }).observe(document.body, { childList: true, subtree: true })
  })
  expect(await getScrollPosition(page)).toBeGreaterThan(0)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'CIO社区' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-first-position', '0')
  await expect.poll(() => getScrollPosition(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => getScrollPosition(page)).toBeGreaterThan(0)
})

test('a product’s link to a consultation scrolls to the form, which names the product', async ({ page }) => {
  await page.goto('/products/Dify')
  await page.getByRole('link', { name: '咨询', exact: true }).click()
  await expect(page.getByRole('heading', { name: '预约免费咨询' })).toBeInViewport()
  await expect(page.getByLabel('需求描述')).toHaveValue('想咨询的产品：Dify')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Dify' })).toBeInViewport()
})

test('another screen of the back office is at its top, and the head of its table stays visible', async ({ page }) => {
  await signInAsAdmin(page)
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto(ADMIN_PAGES.settings)
  const main = page.getByRole('main')
  const getPosition = () => main.evaluate(({ scrollTop }) => scrollTop)
  await main.getByLabel('网站名称').waitFor()
  await main.evaluate((element) => element.scrollTo(0, 100))
  await expect.poll(getPosition).toBe(100)
  await page.getByRole('link', { name: '邮件设置', exact: true }).click()
  await expect(main.getByRole('heading', { level: 1, name: '邮件' })).toBeVisible()
  await expect.poll(getPosition).toBe(0)
  await expect(main).toBeFocused()

  await page.getByRole('link', { name: ADMIN_SCREENS.agentProducts.title, exact: true }).click()
  const head = page.getByRole('columnheader', { name: '类别与价格' })
  await head.waitFor()
  await main.evaluate((element) => element.scrollTo(0, 500))
  await expect(head).toBeInViewport({ ratio: 1 })
})

test('adding to a comparison does not scroll the list, and the comparison opens at its top', async ({ page }) => {
  await page.goto('/products')
  const buttons = page.getByRole('button', { name: /^加入对比/ })
  await buttons.nth(6).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const before = await getScrollPosition(page)
  await buttons.nth(6).click()
  await expect(page.getByText('再选一个即可对比')).toBeVisible()
  expect(await getScrollPosition(page)).toBe(before)
  await buttons.nth(6).click()
  await expect(page.getByRole('link', { name: '开始对比' })).toBeVisible()
  await page.getByRole('link', { name: '开始对比' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '产品对比' })).toBeVisible()
  await expect.poll(() => getScrollPosition(page)).toBe(0)
})
