import type { Page } from '@playwright/test'
import type { Facet } from '#contracts/products/facets.ts'
import { expect, test } from './fixtures.ts'

const getCards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
const getSearchBox = (page: Page) => page.getByRole('searchbox', { name: '搜索' })
const getSelect = (page: Page, name: string) => page.getByRole('combobox', { name })
const getCompareToggle = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^(已)?加入对比：${name}$`) })

/** Expands the filters, which are collapsed on narrow screens. */
async function expandFilters(page: Page) {
  if (!(await getSelect(page, '类别').isVisible())) await page.getByText('筛选', { exact: true }).click()
}

test('searches by pinyin, filters, sorts, and returns with Back', async ({ page }) => {
  await page.goto('/products')
  await expect(page.getByText(/^共\d+个产品/)).toBeVisible()
  await expect(getCards(page)).toHaveCount(12)

  await getSearchBox(page).pressSequentially('zhinengkefu')
  await expect(page).toHaveURL('/products?search=zhinengkefu')
  await expect(getCards(page)).toHaveCount(1)
  await expect(getCards(page)).toContainText('智能客服（示例）')
  await page.reload()
  await expect(getSearchBox(page)).toHaveValue('zhinengkefu')
  await expect(getCards(page)).toHaveCount(1)

  await page.goBack()
  await expect(page).toHaveURL('/products')
  await expect(getSearchBox(page)).toHaveValue('')
  await expect(getCards(page)).toHaveCount(12)

  await expandFilters(page)
  await getSelect(page, '类别').selectOption('知识库与检索')
  await expect(page).toHaveURL(/category=/)
  await getSelect(page, '部署方式').selectOption('SaaS')
  await expect(page).toHaveURL(/type=SaaS/)
  await page.goBack()
  await expect(getSelect(page, '部署方式')).toHaveValue('')
  await expect(getSelect(page, '类别')).toHaveValue('知识库与检索')
  await page.goForward()
  await expect(getSelect(page, '部署方式')).toHaveValue('SaaS')
  await page.getByRole('link', { name: '清除筛选' }).click()
  await expect(page).toHaveURL('/products')

  // Sorted by name, the list keeps its order on the next page, and in the other direction.
  await getSelect(page, '排序').selectOption('名称')
  await expect(page).toHaveURL('/products?sort=name&order=asc')
  await expect(page.getByText(/^共\d+个产品/)).toBeVisible()
  await expect(getCards(page).first()).toContainText('阿里云百炼')
  await page.getByRole('link', { name: '下一页' }).click()
  await expect(page).toHaveURL('/products?sort=name&order=asc&page=2')
  await expect(page.getByRole('link', { name: '上一页' })).toBeVisible()
  await page.goto('/products?sort=name&order=asc&page=4')
  const last = await getCards(page).last().getByRole('heading').innerText()
  await page.getByRole('button', { name: '当前为升序，改为降序' }).click()
  await expect(page).toHaveURL('/products?sort=name')
  await expect(getCards(page).first().getByRole('heading')).toHaveText(last)
})

test('a URL without results leads to those that there are, and one with invalid parameters shows all', async ({
  page,
}) => {
  await page.goto('/78ai?search=查无此物&price=免费')
  await expect(page.getByText('没有符合条件的产品')).toBeVisible()
  await page.getByRole('link', { name: '清除所有筛选条件' }).click()
  await expect(page).toHaveURL('/78ai')
  await expect(getCards(page)).toHaveCount(12)

  await page.goto('/products?page=99')
  await page.getByRole('link', { name: '回到第1页' }).click()
  await expect(getCards(page)).toHaveCount(12)

  const reply = await page.goto('/products?page=abc&sort=price&order=up&compare=,,&view=x&type=全部')
  expect(reply?.status()).toBe(200)
  await expect(getCards(page)).toHaveCount(12)
})

test('opens a product and its tabs, and returns to the list with its filters', async ({ page }) => {
  await page.goto('/products?search=kefu')
  await page.getByRole('link', { name: '智能客服（示例）', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('智能客服（示例）')
  await expect(page).toHaveTitle(/智能客服（示例）/)
  await expect(page.getByRole('tabpanel')).toContainText('独特价值')

  await page.getByRole('tab', { name: '技术规格' }).click()
  await expect(page).toHaveURL(/tab=specs$/)
  await expect(page.getByRole('rowheader', { name: '接入渠道' })).toBeVisible()
  await page.getByRole('tab', { name: '用户评价' }).click()
  await page.reload()
  await expect(page.getByRole('tab', { name: '用户评价' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel')).toContainText('陈女士（示例）')
  await page.goBack()
  await expect(page.getByRole('tab', { name: '技术规格' })).toHaveAttribute('aria-selected', 'true')

  await page.getByRole('link', { name: '返回列表' }).click()
  await expect(page).toHaveURL('/products?search=kefu')

  // A product of the other catalogue opens by its name.
  await page.goto('/78ai/Whisper')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Whisper')
  await expect(page.getByRole('link', { name: /访问官网/ })).toHaveAttribute('rel', 'noopener noreferrer')
  await page.getByRole('tab', { name: '用户评价' }).click()
  await expect(page.getByText('暂无用户评价')).toBeVisible()
})

test('the server sets the status, canonical URL and structured data of a page', async ({ request }) => {
  for (const [path, message, status] of [
    ['/products/查无此物', '产品不存在', 404],
    ['/products/%20', '产品ID无效', 400],
    ['/78ai/查无此物', '78AI产品不存在或已下线', 404],
    ['/78ai/%20', '产品名称无效', 400],
  ] as const) {
    const reply = await request.get(path)
    expect(reply.status(), path).toBe(status)
    expect(await reply.text()).toContain(`>${message}</h1>`)
  }

  const readHead = async (path: string) => (await (await request.get(path)).text()).split('</head>')[0] ?? ''
  const byId = await readHead('/products/dify')
  expect(byId).toMatch(/<link rel="canonical" href="[^"]+\/products\/Dify">/)
  expect(byId).toContain('"@type":"Product"')
  expect(byId).toContain('"@type":"BreadcrumbList"')
  expect(await readHead('/products/sample-znkf')).not.toContain('aggregateRating')
  expect(await readHead('/products?page=2')).toMatch(/<link rel="canonical" href="[^"]+\/products\?page=2">/)
  const filtered = await readHead('/products?category=%E8%B4%A2%E5%8A%A1&page=2')
  expect(filtered).toMatch(/<link rel="canonical" href="[^"]+\/products">/)
  expect(filtered).toContain('<meta name="robots" content="noindex">')
})

test('compares products, optionally only their differences', async ({ page }) => {
  await page.goto('/products')
  await getCompareToggle(page, '阿里云百炼').click()
  await expect(getCompareToggle(page, '阿里云百炼')).toHaveAttribute('aria-pressed', 'true')
  await expect(getCompareToggle(page, '阿里云百炼')).toHaveText('已加入对比')
  await expect(page.getByText('再选一个即可对比')).toBeVisible()
  await getCompareToggle(page, '飞书Aily').click()
  await expect(page).toHaveURL('/products?compare=aliyun-bailian,feishu-aily')
  await page.getByRole('link', { name: '开始对比' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('产品对比')
  await expect(page.getByText('类别', { exact: true }).filter({ visible: true })).toBeVisible()

  await page.getByRole('button', { name: '只看差异' }).click()
  await expect(page).toHaveURL('/products?compare=aliyun-bailian,feishu-aily&view=compare&diff=1')
  await expect(page.getByText('类别', { exact: true }).filter({ visible: true })).toHaveCount(0)
  await expect(page.getByText('标语', { exact: true }).filter({ visible: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '只看差异' })).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('link', { name: '返回列表' }).click()
  await expect(page).toHaveURL('/products?compare=aliyun-bailian,feishu-aily')
  await page.getByRole('button', { name: '清空' }).click()
  await expect(page).toHaveURL('/products')
})

test('keeps the comparison basket on every page and in every tab', async ({ page, context }) => {
  await page.goto('/products/Dify')
  await getCompareToggle(page, 'Dify').click()
  await expect(page.getByRole('region', { name: '产品对比' })).toContainText('再选一个即可对比')
  const other = await context.newPage()
  await other.goto('/products?search=coze')
  await expect(other).toHaveURL('/products?search=coze&compare=dify')
  await getCompareToggle(other, 'Coze Studio').click()
  await other.close()
  await page.goto('/selection')
  await page.getByRole('link', { name: '开始对比' }).click()
  await expect(page).toHaveURL('/products?compare=dify,coze-studio&view=compare')
  const getRemoval = (name: string) => page.getByRole('button', { name: `移出对比：${name}` }).filter({ visible: true })
  await expect(page.getByRole('button', { name: '只看差异' })).toBeVisible()
  await getRemoval('Dify').press('Enter')
  await expect(page).toHaveURL('/products?compare=coze-studio&view=compare')
  await expect(getRemoval('Coze Studio')).toBeFocused()
  await getRemoval('Coze Studio').press('Enter')
  await expect(page.getByText('还没有选择要对比的产品')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '产品对比' })).toBeFocused()
  await page.goto('/products/Dify')
  await expect(getCompareToggle(page, 'Dify')).toHaveText('加入对比')
})

test('removes products that no longer exist from a comparison, and limits it to what fits on the screen', async ({
  page,
}) => {
  await page.goto('/products?compare=dify,gone&view=compare')
  await expect(page.getByRole('status')).toContainText('gone')
  await expect(page.getByRole('link', { name: 'Dify' }).filter({ visible: true })).toBeVisible()
  await page.getByRole('link', { name: '返回列表' }).click()
  await expect(page).toHaveURL('/products?compare=dify')
  await expect(page.getByRole('region', { name: '产品对比' })).toContainText('1个')

  const isWide = (page.viewportSize()?.width ?? 0) >= 1280
  const comparedIds = isWide
    ? ['dify', 'coze-studio', 'crewai', 'botpress', 'fastgpt', 'n8n']
    : ['dify', 'coze-studio', 'crewai', 'n8n']
  await page.goto(`/products?compare=${comparedIds}`)
  await getCompareToggle(page, '飞书Aily').click()
  await expect(page.getByRole('alert')).toHaveText(`最多同时对比${comparedIds.length}个产品`)
})

test('reports that the list failed to load, and retries', async ({ page, watch }) => {
  watch.allowConsole(/status of 500/)
  await page.goto('/products')
  let isBroken = true
  await page.route('**/api/products-list**', async (route) => {
    if (isBroken) await route.fulfill({ status: 500, json: { success: false, message: '服务器出错了，请稍后重试' } })
    else await route.continue()
  })
  await getSearchBox(page).fill('dify')
  await getSearchBox(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('服务器出错了，请稍后重试')
  isBroken = false
  await page.getByRole('button', { name: '重新加载' }).click()
  await expect(getCards(page).first()).toContainText('Dify')
})

test('supports the entire journey by keyboard', async ({ page }) => {
  await page.goto('/products')
  await getSearchBox(page).focus()
  await page.keyboard.type('dify')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/products?search=dify')
  await expect(getCompareToggle(page, 'Dify')).toBeVisible()
  await page.getByRole('link', { name: 'Dify', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(getCompareToggle(page, 'Dify')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/products?search=dify&compare=dify')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Dify')
  await expect(heading).toBeFocused()

  await page.getByRole('tab', { name: '概览' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: '资料' })).toBeFocused()
  await expect(page.getByRole('region', { name: '部署' }).getByRole('link', { name: /^出处/ }).first()).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: '技术规格' })).toBeFocused()
  await expect(page.getByRole('rowheader', { name: '许可协议' })).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { name: '问答' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: '返回列表' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/products?search=dify&compare=dify')
})

test('links to a group of a long comparison, before and after hydration', async ({ page }) => {
  await page.goto('/products?compare=dify,n8n,ragflow&view=compare')
  const contents = page.getByRole('navigation', { name: '对比栏目' })
  for (const group of ['集成', '模型']) {
    await contents.getByRole('link', { name: group }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${encodeURIComponent(group)}$`))
    await expect(page.locator(':target')).toBeInViewport()
  }
  await expect(page.locator(':target')).toHaveText('模型')
})

test('filters a catalogue by facts in the URL, removes the filters, and keeps the group and the focus', async ({
  page,
}) => {
  await page.goto('/products')
  const open = page.getByRole('button', { name: '按资料筛选' })
  const close = page.getByRole('button', { name: '查看结果' })
  const isNarrow = await open.isVisible()
  if (isNarrow) await open.click()
  const panel = page.getByRole('region', { name: '按资料筛选' })
  await panel.getByText('模型', { exact: true }).click()
  const option = panel.getByRole('group', { name: '可接模型' }).getByRole('checkbox', { name: /^DeepSeek/ })
  const count = Number((await option.locator('..').innerText()).match(/\d+$/)?.[0])
  await option.check()
  await expect(page).toHaveURL('/products?f.models=DeepSeek')
  if (isNarrow) await close.click()
  await expect(page.getByText(`共${count}个产品`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`共${count}个产品`)).toBeVisible()
  await page.getByRole('link', { name: '去掉条件：可接模型：DeepSeek' }).click()
  await expect(page).toHaveURL('/products')
  await page.goBack()
  await expect(page).toHaveURL('/products?f.models=DeepSeek')
  await page.goForward()
  await expect(page).toHaveURL('/products')

  // A group stays open after its last choice is removed.
  await panel.getByText('能力', { exact: true }).click()
  const canvas = panel.getByRole('checkbox', { name: /^工作流画布/ })
  await canvas.check()
  await expect(page).toHaveURL('/products?f.workflow-canvas=yes')
  await canvas.uncheck()
  await expect(page).toHaveURL('/products')
  await expect(canvas).toBeVisible()

  const licenses = panel.getByRole('group', { name: '许可证' })
  await licenses.getByText(/^还有\d+项$/).click()
  const license = licenses.getByRole('checkbox').last()
  await license.focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/f\.license=/)
  await expect(license).toBeChecked()
  await expect(license).toBeFocused()
})

test('keeps the focus on a filter while other values are no longer offered, or nothing meets it', async ({ page }) => {
  await page.goto('/products')
  const open = page.getByRole('button', { name: '按资料筛选' })
  if (await open.isVisible()) await open.click()
  const panel = page.getByRole('region', { name: '按资料筛选' })
  const saas = panel.locator('[name="f.saas"][value=yes]')
  const { promise: isFocused, resolve: reportFocus } = Promise.withResolvers<void>()
  await page.route('**/api/products-facets?*', async (route) => {
    const reply = await (await route.fetch()).json()
    const data = reply.data.map((facet: Facet) =>
      facet.attribute === 'saas' ? { ...facet, values: facet.values.filter(({ value }) => value === 'yes') } : facet,
    )
    await isFocused
    await route.fulfill({ json: { ...reply, data } })
  })
  await panel.getByRole('checkbox', { name: /^Apache-2.0/ }).check()
  await saas.focus()
  reportFocus()
  await expect(panel.getByRole('checkbox', { name: /^SaaS/ })).toBeVisible()
  await expect(saas).toBeFocused()

  await page.goto('/78ai')
  if (await open.isVisible()) await open.click()
  const verified = panel.getByRole('checkbox', { name: '只看已核实' })
  await verified.focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/78ai?verified=1')
  await expect(page.getByText('共0个产品')).toBeVisible()
  await expect(verified).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/78ai')
  await expect(verified).toBeFocused()
})

test('searches the whole site by keyboard, from the header and for a product that does not exist', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/404/)
  await page.goto('/')
  const box = page.getByRole('combobox', { name: '全站搜索' })
  // Narrow headers have a link instead of the box.
  if (!(await box.isVisible())) await page.getByRole('link', { name: '搜索', exact: true }).click()
  await box.last().pressSequentially('zhinengkefu')
  const list = page.getByRole('listbox', { name: '搜索建议' })
  await expect(list.getByRole('option').first()).toContainText('智能客服（示例）')
  await expect(box.last()).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toContainText('智能客服（示例）')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=zhinengkefu')
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('智能客服（示例）')
  await page
    .getByRole('navigation', { name: '结果的类别' })
    .getByRole('link', { name: /^智能体产品/ })
    .click()
  await expect(page).toHaveURL('/search?q=zhinengkefu&kind=agent')
  await box.last().fill('kefu')
  await expect(list.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/^[^?]*\/products\//)

  // Its page searches for the name in its URL.
  await page.goto('/products/Whisper')
  const missing = page.getByRole('main').getByRole('combobox', { name: '全站搜索' })
  await expect(missing).toHaveValue('Whisper')
  await missing.press('Enter')
  await expect(page).toHaveURL('/search?q=Whisper')
  await expect(page.getByRole('main').getByRole('link', { name: 'Whisper' }).first()).toHaveAttribute(
    'href',
    '/78ai/Whisper',
  )
})
