/** Visits are counted and shown for a date range. */
import { readFile } from 'node:fs/promises'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'
import { waitForDownload } from './wait-for-download.ts'

/** The default user agent is headless, and is ignored as a bot. */
test.use({
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
})

test('visits are counted and shown as a chart, a table and a file', async ({ page }) => {
  for (const path of ['/', '/evaluation']) {
    const response = page.waitForResponse('**/api/page-views')
    await page.goto(path)
    expect((await response).status()).toBe(204)
  }

  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.analytics)
  const chart = page.getByRole('img', { name: /访问趋势图/ })
  const pages = page.getByRole('list', { name: '热门页面' }).getByRole('listitem')
  // Visits are stored with a delay of some seconds.
  await expect(async () => {
    await page.reload()
    await expect(chart).toBeVisible({ timeout: 3_000 })
    await expect(pages.filter({ hasText: '专业评估' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('button', { name: '设备：看表格' }).press('Enter')
  await expect(page.getByRole('table', { name: '设备' }).getByRole('row', { name: /电脑/ })).toBeVisible()
  await expect(page.getByRole('button', { name: '设备：看图表' })).toBeFocused()

  await page.getByRole('button', { name: '访问趋势：看表格' }).click()
  await expect(page.getByRole('table', { name: '访问趋势' }).getByRole('row')).toHaveCount(31)

  await page.getByRole('group', { name: '时间范围' }).getByRole('button', { name: '近12个月' }).click()
  await expect(page).toHaveURL(/range=12m/)
  await expect(page.getByRole('table', { name: '访问趋势' }).getByRole('row')).toHaveCount(13)
  await page.getByRole('group', { name: '时间范围' }).getByRole('button', { name: '近7天' }).click()
  await expect(page.getByRole('table', { name: '访问趋势' }).getByRole('row')).toHaveCount(8)
  await page.goBack()
  await expect(page.getByRole('button', { name: '近12个月' })).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: '导出' }).click()
  const file = await waitForDownload(page, () => page.getByRole('menuitem', { name: '导出为CSV' }).click())
  expect(file.suggestedFilename()).toMatch(/^数据分析-.*\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain('每月浏览量')
})

test('a custom range is selected, and an invalid one is explained', async ({ page, watch }) => {
  watch.allowConsole(/400/)
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.analytics)
  await expect(page.getByText(/与.*比较。/)).toBeVisible()
  await page.getByRole('button', { name: '自选' }).click()
  await page.getByLabel('从', { exact: true }).fill('2020-01-01')
  await expect(page.getByRole('alert')).toContainText('时间范围最长为两年')
  await expect(page.getByRole('alert')).not.toContainText('获取统计数据失败')
  await page.getByLabel('到', { exact: true }).fill('2020-01-31')
  await expect(page.getByText('2020年1月1日至2020年1月31日，与2019年12月1日至2019年12月31日比较。')).toBeVisible()
  await expect(page.getByText('这段时间还没有访问记录。').first()).toBeVisible()
})
