/** Typography: wrapping on narrow screens, alignment in dialogs, and writing direction. */
import type { Locator, Page } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, visualTest as test } from './fixtures.ts'

const countLines = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8))).size
  })

const openInNarrowViewport = async (page: Page, path: string) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(path)
}

test('the six tabs of a product and the sort options of its reviews fit on one line', async ({ page }) => {
  await openInNarrowViewport(page, '/products/sample-znkf?tab=reviews')
  const tabs = page.getByRole('tablist')
  await expect(tabs.getByRole('tab')).toHaveCount(6)
  await expect.poll(() => tabs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const orders = page.getByRole('navigation', { name: '评价排序' })
  await expect(orders.getByRole('link')).toHaveCount(4)
  // The section is rendered again on hydration.
  await expect.poll(async () => (await orders.boundingBox())?.height ?? Number.POSITIVE_INFINITY).toBeLessThan(50)
})

test('eight tabs of the settings fit on one line of a phone', async ({ browser, baseURL }) => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
  const page = await (await browser.newContext({ baseURL, ...phone })).newPage()
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.settings)
  await expect(page.getByRole('tab')).toHaveCount(8)
  await expect(page.getByRole('tab', { name: '系统' })).toBeInViewport({ ratio: 1 })
  await page.context().close()
})

test('titles, names and links wrap between words', async ({ page }) => {
  await openInNarrowViewport(page, '/community?tab=events')
  for (const phrase of ['工具调用的权限设计', '检索质量的回归测试', '从哪张表开始'])
    expect(await countLines(page.getByRole('heading', { level: 4 }).getByText(phrase, { exact: true }))).toBe(1)
  await page.goto('/selection')
  for (const name of ['用户协议', '隐私政策'])
    expect(await countLines(page.getByRole('main').getByRole('link', { name }))).toBe(1)
})

test('a search with right-to-left text does not affect the text after it', async ({ page }) => {
  await openInNarrowViewport(page, `/search?q=${encodeURIComponent('查无\u202E此物')}`)
  const notice = page.getByText('换个更短的词试试')
  const [quote, after] = await notice.evaluate((element) => {
    const range = document.createRange()
    const last = element.lastChild ?? element
    return [0, 3].map((index) => {
      range.setStart(last, index)
      range.setEnd(last, index + 1)
      return range.getBoundingClientRect().left
    })
  })
  expect(quote).toBeLessThan(after ?? 0)
})

test('a dialog is left-aligned wherever it was opened', async ({ page }) => {
  await page.goto('/community?tab=events')
  await page.getByRole('main').getByRole('button', { name: '立即报名' }).first().click()
  const form = page.getByRole('dialog').getByRole('form', { name: '登录' })
  const label = await form.getByText('用户名或邮箱').boundingBox()
  const field = await form.getByLabel('用户名或邮箱').boundingBox()
  expect(Math.round(label?.x ?? 0)).toBe(Math.round(field?.x ?? -1))
})

for (const [path, message] of [
  ['/evaluation/reports/none', '评估报告不存在'],
  ['/evaluation/methods/99', '没有这个版本的评估方法'],
  ['/selection/lists/none', '清单不存在或已删除'],
  ['/products/none', '产品不存在'],
] as const)
  test(`${path} shows an error heading and a link to continue`, async ({ page, watch }) => {
    watch.allowConsole(/404/)
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: message })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(1)
  })
