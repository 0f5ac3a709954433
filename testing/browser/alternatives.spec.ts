import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('finds alternatives of a product by requirements, compares them, and returns to the product with its feed', async ({
  page,
  request,
}) => {
  await page.goto('/products/Dify')
  await page.getByRole('link', { name: '逐项比较Dify的替代产品' }).click()
  await expect(page).toHaveURL('/products/Dify/alternatives')
  await expect(page).toHaveTitle(/^Dify的替代产品 - 智能体产品/)
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  await expect(cards.first()).toContainText('两者都有')
  const countAll = await cards.count()

  const openFilters = page.getByRole('button', { name: '按资料筛选' })
  if (await openFilters.isVisible()) await openFilters.click()
  const checkbox = page.getByRole('group', { name: '私有化部署' }).getByRole('checkbox', { name: /^支持/ })
  await checkbox.check()
  await expect(page).toHaveURL('/products/Dify/alternatives?f.private-deployment=yes')
  await expect(page.getByRole('link', { name: /^去掉条件：私有化部署/ })).toBeAttached()
  await expect.poll(() => cards.count()).toBeLessThanOrEqual(countAll)
  await expectAccessible(page.getByRole('heading', { level: 1 }))
  const closeFilters = page.getByRole('button', { name: '查看结果' })
  if (await closeFilters.isVisible()) await closeFilters.click()

  await page.reload()
  await expect(checkbox).toBeChecked()
  await cards
    .first()
    .getByRole('button', { name: /^加入对比/ })
    .click()
  await expect(cards.first().getByRole('button', { name: /^已加入对比/ })).toBeVisible()
  await page.getByRole('link', { name: '返回Dify' }).click()
  await expect(page).toHaveURL('/products/Dify')

  await page.goto('/products/Dify?tab=facts')
  const path = await page.getByRole('link', { name: '用阅读器订阅这个产品的变化（Atom）' }).getAttribute('href')
  await expect(page.locator('link[type="application/atom+xml"][title="Dify的变化"]')).toHaveAttribute(
    'href',
    path ?? '',
  )
  const reply = await request.get(path ?? '')
  expect(reply.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(await reply.text()).toContain('<title>Dify：新收录</title>')

  // Without script, and for search engines.
  const html = await (await request.get('/products/Dify/alternatives')).text()
  expect(html).toContain('两者都有')
  expect(html).toContain('"@type":"ItemList"')
  expect(html).not.toContain('name="robots"')
  expect(await (await request.get('/products/Dify/alternatives?f.sso=yes')).text()).toContain(
    '<meta name="robots" content="noindex">',
  )
  expect((await request.get('/products/没有的产品/alternatives')).status()).toBe(404)
})
