/** Results of a finished project: published, viewed, used for sorting and the market map, and withdrawn. */
import type { Page } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { PAGES } from '#contracts/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { getAdminToken, signInAsAdmin } from './admin-session.ts'
import { finishProject } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'

const getCardHeadings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 })

test('an evaluation is published, used for sorting and the market map, and withdrawn', async ({ page, watch }) => {
  test.setTimeout(120_000)
  watch.allowConsole(/400/)
  const { category, names, report } = await finishProject(page.request)
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = names
  await signInAsAdmin(page)

  const drawer = page.getByRole('dialog', { name: '发布评估' })

  await test.step('an administrator publishes four results, after a date out of range', async () => {
    await page.goto(report)
    await signInOnSite(page)
    await page.getByRole('link', { name: '发布到产品页' }).click()
    await drawer.getByRole('checkbox', { name: new RegExp(fifth) }).uncheck()
    await expectAccessible(drawer.getByRole('button', { name: '发布4个产品的结果' }))
    const day = drawer.getByLabel(/有效期的最后一天/)
    const initial = await day.inputValue()
    await day.fill('2020-01-01')
    await drawer.getByRole('button', { name: '发布4个产品的结果' }).click()
    await expect(drawer.getByText(/有效期的最后一天应在/)).toBeVisible()
    await day.fill(initial)
    await drawer.getByRole('button', { name: '发布4个产品的结果' }).click()
    await expect(page.getByText('已发布4个产品的评估结果')).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(first) })).toContainText('有效')
  })

  await test.step('the product page shows the result and its evidence', async () => {
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

  await test.step('the catalogue is sorted and filtered by verdict, and has too few products for a map', async () => {
    await page.goto(`${PAGES.products}?category=${encodeURIComponent(category)}`)
    await page.getByLabel('排序').selectOption('verdict')
    await expect(getCardHeadings(page)).toHaveText([first, second, third, fourth, fifth])
    await page.getByLabel('平台评估').selectOption('推荐')
    await expect(getCardHeadings(page)).toHaveText([second])
    await page.getByRole('link', { name: `${category}的市场图` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${category}市场图`)
    await expect(page.getByText('目前有4个，还差1个')).toBeVisible()
    await expectAccessible(page.getByRole('heading', { level: 1 }))
  })

  await test.step('the market map appears with the fifth result', async () => {
    await page.goto(report)
    await page.getByRole('link', { name: '发布到产品页' }).click()
    for (const name of [first, second, third, fourth])
      await drawer.getByRole('checkbox', { name: new RegExp(name) }).uncheck()
    await drawer.getByRole('button', { name: '发布1个产品的结果' }).click()
    await expect(page.getByText('已发布1个产品的评估结果')).toBeVisible()
    await page.goto(PAGES.marketMap(category))
    const map = page.getByRole('group', { name: `${category}市场图` })
    const point = map.getByRole('link', { name: new RegExp(`1，${first}，技术92`) })
    await point.focus()
    await expect(point.getByText(first)).toHaveCSS('opacity', '1')
    await expect(page.getByRole('table', { name: '市场图的数据' }).getByRole('row')).toHaveCount(6)
    await expectAccessible(map)
    const figures = await page.request.get((await page.getByRole('link', { name: 'JSON' }).getAttribute('href')) ?? '')
    expect(await figures.json()).toMatchObject([{ product: first, tech: 92 }, { product: fifth }, {}, {}, {}])
  })

  await test.step('a withdrawal needs a reason, and removes the result everywhere', async () => {
    await page.goto(`${ADMIN_PAGES.publishedEvaluations}?search=${encodeURIComponent(first)}`)
    await page.getByRole('button', { name: `撤回${first}的评估` }).click()
    const dialog = page.getByRole('dialog', { name: `撤回“${first}”的评估？` })
    await dialog.getByRole('button', { name: '撤回' }).click()
    await expect(dialog.getByText('请填写原因')).toBeVisible()
    await dialog.getByLabel('撤回原因').fill('厂商改版，结论不再适用')
    await dialog.getByRole('button', { name: '撤回' }).click()
    await expect(page.getByRole('row', { name: new RegExp(first) })).toContainText('已撤回')
    await page.goto(PAGES.marketMap(category))
    await expect(page.getByText('目前有4个，还差1个')).toBeVisible()
    await page.goto(PAGES.product(first))
    await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
    await expect(page.getByRole('tab', { name: '平台评估' })).toHaveCount(0)
  })
})

test('the market map is rendered without script', async ({ browser, baseURL, page }) => {
  test.setTimeout(120_000)
  const { category, products: candidates, report } = await finishProject(page.request)
  const headers = { authorization: `Bearer ${await getAdminToken(page.request)}` }
  const data = { reportId: report.split('/').at(-1), candidates }
  expect((await page.request.post('/api/evaluation/publications', { headers, data })).ok()).toBe(true)
  const plain = await browser.newPage({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  await plain.goto(PAGES.marketMap(category))
  await expect(plain.getByRole('group', { name: `${category}市场图` }).getByRole('link')).toHaveCount(5)
  await plain.goto(PAGES.marketMaps)
  await expect(plain.getByRole('heading', { level: 3, name: category })).toBeVisible()
  const otherCategories = plain.getByRole('group').getByText(/^\d+个产品$/)
  await expect(otherCategories.first()).toBeHidden()
  await plain.getByText(/^还没有有效评估的类别（\d+）$/).click()
  await expect(otherCategories.first()).toBeVisible()
  await plain.close()
})
