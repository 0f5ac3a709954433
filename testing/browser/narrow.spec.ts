/** What is named stays whole on the narrowest screen, and what a visitor types stays inside its quotation marks. */
import type { Locator, Page } from '@playwright/test'
import { expect, visualTest as test } from './fixtures.ts'

const countLines = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8))).size
  })

const openNarrow = async (page: Page, path: string) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(path)
}

test('five tabs fit beside each other', async ({ page }) => {
  await openNarrow(page, '/products/sample-znkf?tab=reviews')
  const tabs = page.getByRole('tablist')
  await expect(tabs.getByRole('tab')).toHaveCount(5)
  expect(await tabs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('the orders of reviews stand on one line', async ({ page }) => {
  await openNarrow(page, '/products/sample-znkf?tab=reviews')
  const orders = page.getByRole('navigation', { name: '评价排序' })
  await expect(orders.getByRole('link')).toHaveCount(4)
  expect((await orders.boundingBox())?.height).toBeLessThan(50)
})

test('a title, a name and a link break between words', async ({ page }) => {
  await openNarrow(page, '/community?tab=events')
  for (const part of await page.getByRole('heading', { level: 4 }).getByText('（示例）', { exact: true }).all())
    expect(await countLines(part)).toBe(1)
  await page.goto('/selection')
  for (const name of ['用户协议', '隐私政策'])
    expect(await countLines(page.getByRole('main').getByRole('link', { name }))).toBe(1)
})

test('a search that turns the direction of writing turns nothing after it', async ({ page }) => {
  await openNarrow(page, `/search?q=${encodeURIComponent('查无\u202E此物')}`)
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
