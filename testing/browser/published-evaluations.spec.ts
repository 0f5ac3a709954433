/** Results of a finished project: published, viewed, used for sorting and the market map, and withdrawn. */
import type { Page } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { PAGES } from '#contracts/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { signInAsAdmin } from './admin-session.ts'
import { finishProject, publishResults } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'

const getCardHeadings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 })

test('an administrator publishes four results from a report, by which the catalogue is sorted and filtered', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/400/)
  const { category, names, reportId } = await finishProject(page.request)
  const [first = '', , , , fifth = ''] = names
  await signInAsAdmin(page)
  await page.goto(PAGES.report(reportId))
  await signInOnSite(page)
  await page.getByRole('link', { name: '发布到产品页' }).click()

  await test.step('the results are published after a date out of range', async () => {
    const drawer = page.getByRole('dialog', { name: '发布评估' })
    const publishButton = drawer.getByRole('button', { name: '发布4个产品的结果' })
    await drawer.getByRole('checkbox', { name: new RegExp(fifth) }).uncheck()
    await expectAccessible(publishButton)
    const lastDay = drawer.getByLabel(/有效期的最后一天/)
    const initialLastDay = await lastDay.inputValue()
    await lastDay.fill('2020-01-01')
    await publishButton.click()
    await expect(drawer.getByText(/有效期的最后一天应在/)).toBeVisible()
    await lastDay.fill(initialLastDay)
    await publishButton.click()
    await expect(page.getByText('已发布4个产品的评估结果')).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(first) })).toContainText('有效')
  })

  await test.step('the catalogue is sorted and filtered by verdict, and has too few products for a map', async () => {
    await page.goto(`${PAGES.products}?category=${encodeURIComponent(category)}`)
    await page.getByLabel('排序').selectOption('verdict')
    await expect(getCardHeadings(page)).toHaveText(names)
    await page.getByLabel('平台评估').selectOption('推荐')
    await expect(getCardHeadings(page)).toHaveText(names.slice(1, 2))
    await page.getByRole('link', { name: `${category}的市场图` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${category}市场图`)
    await expect(page.getByText('目前有4个，还差1个')).toBeVisible()
    await expectAccessible(page.getByRole('heading', { level: 1 }))
  })
})

test('five published results are shown on product pages and a market map, until one is withdrawn', async ({
  page,
  browser,
  baseURL,
}) => {
  const { category, names, products, reportId } = await finishProject(page.request)
  const [first = '', , , , fifth = ''] = names
  await publishResults(page.request, reportId, products)

  await test.step('a product page shows the result, its evidence and its verification', async () => {
    await page.goto(PAGES.product(first))
    await page.getByRole('link', { name: '查看依据' }).click()
    const panel = page.getByRole('tabpanel', { name: '平台评估' })
    await expect(panel.getByText('总分92，强烈推荐')).toBeVisible()
    await expect(panel.getByRole('row', { name: /技术/ })).toContainText('92')
    await expect(panel.getByText('自行核实 ×2').first()).toBeVisible()
    await expectAccessible(panel)
    await panel.getByRole('link', { name: '核验' }).click()
    await expect(page.getByRole('status')).toContainText('未改动')
  })

  await test.step('the market map is a chart, a table and JSON', async () => {
    await page.goto(PAGES.marketMap(category))
    const map = page.getByRole('group', { name: `${category}市场图` })
    const point = map.getByRole('link', { name: new RegExp(`^${first}，技术92`) })
    await point.focus()
    await expect(point.getByText(first)).toHaveCSS('opacity', '1')
    await expect(page.getByRole('table', { name: '市场图的数据' }).getByRole('row')).toHaveCount(6)
    await expectAccessible(map)
    const jsonUrl = await page.getByRole('link', { name: 'JSON' }).getAttribute('href')
    const reply = await page.request.get(jsonUrl ?? '')
    expect(await reply.json()).toMatchObject([{ product: first, tech: 92 }, { product: fifth }, {}, {}, {}])
  })

  await test.step('the maps are shown without script', async () => {
    const pageWithoutScript = await browser.newPage({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
    await pageWithoutScript.goto(PAGES.marketMap(category))
    const mapWithoutScript = pageWithoutScript.getByRole('group', { name: `${category}市场图` })
    await expect(mapWithoutScript.getByRole('link')).toHaveCount(5)
    await pageWithoutScript.goto(PAGES.marketMaps)
    await expect(pageWithoutScript.getByRole('heading', { level: 3, name: category })).toBeVisible()
    const otherCategories = pageWithoutScript.getByRole('group').getByText(/^\d+个产品$/)
    await expect(otherCategories.first()).toBeHidden()
    await pageWithoutScript.getByText(/^还没有有效评估的类别（\d+）$/).click()
    await expect(otherCategories.first()).toBeVisible()
    await pageWithoutScript.close()
  })

  await test.step('a withdrawal needs a reason, and removes the result everywhere', async () => {
    await signInAsAdmin(page)
    await page.goto(`${ADMIN_PAGES.publishedEvaluations}?search=${encodeURIComponent(first)}`)
    await page.getByRole('button', { name: `撤回${first}的评估` }).click()
    const dialog = page.getByRole('dialog', { name: `撤回“${first}”的评估？` })
    await dialog.getByRole('button', { name: '撤回' }).click()
    await expect(dialog.getByText('请填写原因')).toBeVisible()
    await dialog.getByLabel('撤回原因').fill('厂商改版，结论不再适用')
    await dialog.getByLabel('撤回原因').press('Meta+Enter')
    await expect(page.getByRole('row', { name: new RegExp(first) })).toContainText('已撤回')
    await page.goto(PAGES.marketMap(category))
    await expect(page.getByText('目前有4个，还差1个')).toBeVisible()
    await page.goto(PAGES.product(first))
    await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
    await expect(page.getByRole('tab', { name: '平台评估' })).toHaveCount(0)
  })
})

test('the page for a statement on a sample evaluation says that it is a sample', async ({ page }) => {
  await page.goto(PAGES.vendorStatement('sample-znkf'))
  await expect(page.getByText('这个产品的评估是示例，不接受厂商声明。')).toBeVisible()
})
