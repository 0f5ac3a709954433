/**
 * A catalogue is imported from a table: previewed, imported, and found by pinyin on the public site. Runs on a separate
 * server, since it changes what other tests see.
 */
import { readFileSync } from 'node:fs'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { PAGES } from '#contracts/paths.ts'
import { readDirtyCatalogue } from '#testing/catalogues/dirty-catalogue.ts'
import { signInAsAdmin } from './admin-session.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'
import { waitForDownload } from './wait-for-download.ts'

const test = createIsolatedTest()

const FILE = {
  name: '目录.csv',
  mimeType: 'text/csv',
  buffer: readDirtyCatalogue('csv'),
}

test('a table is previewed and imported, and its products are found by pinyin', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.agentProducts)
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '导入到智能体目录' })
  await drawer.getByLabel('选择要导入的文件').setInputFiles(FILE)
  await expect(drawer.getByText('目录.csv')).toBeVisible()
  await drawer.getByRole('button', { name: '试运行', exact: true }).click()

  await expect(drawer.getByText('不认识的列，没有导入：source')).toBeVisible()
  await drawer.getByRole('button', { name: /^新建/ }).click()
  await expect(drawer.getByRole('row', { name: /示例通译/ })).toBeVisible()
  // Both clicks in one task, before the button can be replaced by the progress.
  await drawer.getByRole('button', { name: /^导入\d+个产品$/ }).evaluate((button) => {
    for (const type of ['click', 'click']) button.dispatchEvent(new MouseEvent(type, { bubbles: true }))
  })
  await expect(drawer.getByRole('status').filter({ hasText: '数据导入成功！' })).toBeVisible()
  await drawer.getByRole('button', { name: '查看目录' }).click()

  await page.getByRole('searchbox', { name: '搜索' }).fill('shilitongyi')
  await expect(page.getByRole('link', { name: '示例通译', exact: true })).toBeVisible()
  await page.goto(`${PAGES.products}?search=shilitongyi`)
  await expect(page.getByRole('heading', { name: '示例通译' })).toBeVisible()
})

test('an import is undone, also after its result was closed, without what has changed since', async ({ page }) => {
  const token = await signInAsAdmin(page)
  const headers = { authorization: `Bearer ${token}` }
  await page.request.post('/api/products/agent', { headers, data: { name: '要恢复的', slogan: '原来的标语' } })
  await page.goto(ADMIN_PAGES.agentProducts)
  const drawer = page.getByRole('dialog', { name: '导入到智能体目录' })
  const importTable = async (name: string, rows: string) => {
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(`名称,标语\n${rows}`) }
    await page.getByRole('button', { name: '导入', exact: true }).click()
    await drawer.getByLabel('选择要导入的文件').setInputFiles(file)
    await drawer.getByRole('button', { name: '试运行', exact: true }).click()
    await drawer.getByRole('button', { name: /^导入\d+个产品$/ }).click()
    await expect(drawer.getByRole('status').filter({ hasText: '数据导入成功！' })).toBeVisible()
  }
  const confirm = () =>
    page
      .getByRole('dialog', { name: /^撤销“/ })
      .getByRole('button', { name: '撤销导入' })
      .click()

  await importTable('错的.csv', '要恢复的,错的标语\n错建的,错的标语\n')
  await drawer.getByRole('button', { name: '撤销导入' }).click()
  await confirm()
  await expect(drawer.getByRole('status').filter({ hasText: '已撤销“错的.csv”的导入' })).toContainText(
    '1个新建的已移入回收站，1个更新的已恢复原状',
  )
  await drawer.getByRole('button', { name: '查看目录' }).click()
  await expect(page.getByRole('row', { name: /要恢复的/ })).toContainText('原来的标语')
  await expect(page.getByRole('row', { name: /错建的/ })).toHaveCount(0)

  await importTable('又错的.csv', '要恢复的,错的标语\n又错建的,错的标语\n')
  await drawer.getByRole('button', { name: '查看目录' }).click()
  await page.request.put(`/api/products/agent/${encodeURIComponent('又错建的')}`, {
    headers,
    data: { slogan: '有人改好了' },
  })
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await drawer.getByRole('button', { name: '撤销又错的.csv的导入' }).click()
  await confirm()
  const skipped = page.getByRole('dialog', { name: '没有撤销的1个产品' })
  await expect(skipped.getByRole('listitem').filter({ hasText: '又错建的' })).toHaveText('又错建的导入之后又有改动')
  await page.keyboard.press('Escape')
  await expect(drawer.getByRole('row', { name: /^又错的/ })).toContainText('1个更新的已恢复原状，1个保持不变')
})

test('unknown columns are mapped, and rejected rows are corrected and imported without mapping them again', async ({
  page,
}) => {
  const rows = '映射甲,一句话甲,支持,2025-03-01\n映射乙,一句话乙,支持,去年\n'
  const file = { name: '映射.csv', mimeType: 'text/csv', buffer: Buffer.from(`名称,一句话,SaaS,首发时间\n${rows}`) }
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.agentProducts)
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '导入到智能体目录' })
  await drawer.getByLabel('选择要导入的文件').setInputFiles(file)
  await drawer.getByRole('button', { name: '试运行', exact: true }).click()

  await expect(drawer.getByText('不认识的列，没有导入：一句话、首发时间')).toBeVisible()
  const link = drawer.getByLabel('来源链接')
  await link.pressSequentially('example.com')
  await expect(drawer.getByRole('button', { name: '导入2个产品' })).toBeDisabled()
  const mapping = drawer.getByRole('region', { name: '对应不认识的列' })
  await mapping.getByRole('combobox', { name: '首发时间' }).press('ArrowDown')
  await mapping.getByRole('combobox', { name: '首发时间' }).pressSequentially('首次')
  await page.keyboard.press('Enter')
  const planAgain = drawer.getByRole('button', { name: '按以上设置重新核对' })
  await planAgain.click()
  await expect(link).toBeFocused()
  await link.fill('https://example.com/list')
  await planAgain.click()
  await expect(drawer.getByText('不认识的列，没有导入')).toBeHidden()
  await expect(link).toHaveValue('https://example.com/list')
  await drawer.getByRole('button', { name: '拒绝 1' }).click()
  await expect(drawer.getByRole('row', { name: /拒绝 映射乙/ })).toContainText('首发时间（D3）：日期应为')
  const rejected = await waitForDownload(page, () => drawer.getByRole('button', { name: '下载被拒绝的1行' }).click())
  await drawer.getByRole('button', { name: '导入1个产品' }).click()
  await expect(drawer.getByRole('status').filter({ hasText: '数据导入成功！新建1个' })).toBeVisible()

  const corrected = readFileSync(await rejected.path(), 'utf8').replace('去年', '2025-04')
  await drawer.getByRole('button', { name: '再导入一个文件' }).click()
  await drawer
    .getByLabel('选择要导入的文件')
    .setInputFiles({ name: '改好.csv', mimeType: 'text/csv', buffer: Buffer.from(corrected) })
  await drawer.getByRole('button', { name: '试运行', exact: true }).click()
  const row = drawer.getByRole('row', { name: /新建 映射乙/ })
  await expect(row).toContainText('标语：一句话乙')
  await expect(row).toContainText('首次发布：2025年4月（公开资料）')
  await drawer.getByRole('button', { name: '导入1个产品' }).click()
  await expect(drawer.getByRole('status').filter({ hasText: '数据导入成功！新建1个' })).toBeVisible()
  await drawer.getByRole('button', { name: '查看目录' }).click()
})

test('an import whose reply is lost happens once, and is listed after a reload', async ({ page, watch }) => {
  watch.allowConsole(/ERR_FAILED/)
  const rows = Array.from({ length: 600 }, (_, index) => `很多的产品${index + 1},${index === 0 ? '9' : '4.5'}`)
  const file = { name: '很多.csv', mimeType: 'text/csv', buffer: Buffer.from(`名称,评分\n${rows.join('\n')}`) }
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.agentProducts)
  const drawer = page.getByRole('dialog', { name: '导入到智能体目录' })
  const openDrawer = () => page.getByRole('button', { name: '导入', exact: true }).click()
  await openDrawer()
  await drawer.getByLabel('选择要导入的文件').setInputFiles(file)
  await drawer.getByRole('button', { name: '试运行', exact: true }).click()
  await expect(drawer.getByText('下面只列出每种结果的前500行')).toBeVisible()
  await drawer.getByRole('button', { name: '拒绝 1' }).click()
  await expect(drawer.getByRole('row', { name: /拒绝 很多的产品1 / })).toContainText('评分（B2）：不能大于5')

  await page.route(
    '**/api/products/agent/import',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await drawer.getByRole('button', { name: '导入599个产品' }).click()
  await expect(drawer.getByRole('alert')).toContainText('没有收到服务器的答复')
  await drawer.getByRole('button', { name: '导入599个产品' }).click()
  await expect(drawer.getByRole('status').filter({ hasText: '数据导入成功！新建599个' })).toBeVisible()

  await page.reload()
  await openDrawer()
  await expect(drawer.getByRole('row', { name: /^很多/ })).toHaveCount(1)
  await expect(drawer.getByRole('row', { name: /^很多/ })).toContainText('新建599个，拒绝1行')
  await drawer
    .getByRole('button', { name: 'Close' })
    .or(drawer.getByRole('button', { name: '关闭' }))
    .first()
    .click()
  await page.getByRole('searchbox', { name: '搜索' }).fill('很多的产品600')
  await expect(page.getByRole('link', { name: '很多的产品600', exact: true })).toBeVisible()
})

test('products are deactivated, deleted and restored in bulk by keyboard', async ({ page, watch }) => {
  watch.allowConsole(/ERR_FAILED/)
  const token = await signInAsAdmin(page)
  const names = ['批量甲', '批量乙']
  for (const name of names)
    await page.request.post('/api/products/ai', {
      headers: { authorization: `Bearer ${token}` },
      data: { name, category: '其他', price: '免费' },
    })
  await page.goto(`${ADMIN_PAGES.aiProducts}?search=批量`)
  await page.getByRole('checkbox', { name: '选择本页全部' }).focus()
  await page.keyboard.press('Space')
  const bar = page.getByRole('region', { name: '批量操作' })
  await expect(bar).toContainText('已选择2个产品')

  const activate = bar.getByRole('button', { name: '上架' })
  await page.route('**/api/products/ai/bulk', (route) => route.abort(), { times: 1 })
  await activate.press('Enter')
  await expect(page.getByText(ADMIN_MESSAGES.actionReplyLost)).toBeVisible()
  await expect(activate).toBeFocused()
  await expect(activate).not.toHaveAttribute('aria-disabled')
  await bar.getByRole('button', { name: '下架' }).press('Enter')
  await page.getByRole('dialog', { name: '下架2个产品？' }).getByRole('button', { name: '下架' }).press('Enter')
  await expect(page.getByRole('switch', { name: '上架批量甲' })).not.toBeChecked()
  await expect(bar).toHaveCount(0)

  await page.getByRole('checkbox', { name: '选择批量乙' }).press('Space')
  await page.keyboard.press('b')
  await expect(bar).toBeFocused()
  await bar.getByRole('button', { name: '移入回收站' }).press('Enter')
  const confirmation = page.getByRole('dialog', { name: '移入回收站1个产品？' })
  await expect(confirmation).toContainText('“批量乙”将移入回收站，30天内可以恢复。')
  await confirmation.getByRole('button', { name: '移入回收站' }).press('Enter')
  await expect(page.getByRole('row', { name: /批量乙/ })).toHaveCount(0)

  await page.getByRole('button', { name: '回收站', exact: true }).press('Enter')
  await expect(page.getByRole('row', { name: /批量乙/ })).toContainText('30天')
  await page.getByRole('checkbox', { name: '选择批量乙' }).press('Space')
  await page.keyboard.press('b')
  await expect(bar).toBeFocused()
  await bar.getByRole('button', { name: '恢复' }).press('Enter')
  await expect(page.getByText('已恢复1个产品')).toBeVisible()
  await page.goto(`${ADMIN_PAGES.aiProducts}?search=批量`)
  await expect(page.getByRole('row', { name: /批量乙/ })).toBeVisible()
})

test('all matching products on all pages are changed, and the change is undone', async ({ page }) => {
  const token = await signInAsAdmin(page)
  const headers = { authorization: `Bearer ${token}` }
  for (let index = 0; index < 23; index += 1)
    await page.request.post('/api/products/agent', { headers, data: { name: `成批产品${index}`, category: '成批' } })
  await page.goto(`${ADMIN_PAGES.agentProducts}?category=成批`)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  const bar = page.getByRole('region', { name: '批量操作' })
  await expect(bar).toContainText('已选择20个产品')
  await bar.getByRole('button', { name: '选择全部23个产品' }).click()
  await expect(bar).toContainText('已选择符合条件的全部23个产品')
  const first = page.getByRole('checkbox', { name: /^选择成批产品/ }).first()
  await first.uncheck()
  await expect(bar).toContainText('已选择22个产品')

  await bar.getByRole('button', { name: '更改价格' }).click()
  const dialog = page.getByRole('dialog', { name: '更改22个产品的价格' })
  await expect(dialog.getByRole('combobox', { name: '价格' })).toBeFocused()
  await dialog.getByRole('combobox', { name: '价格' }).fill('成批价')
  await dialog.getByRole('button', { name: '更改' }).click()
  await expect(page.getByText('已更改22个产品的价格')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(page.getByText('已撤销，22个产品恢复原状')).toBeVisible()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await bar.getByRole('button', { name: '选择全部23个产品' }).click()
  await bar.getByRole('button', { name: '移入回收站' }).click()
  const confirmation = page.getByRole('dialog', { name: '移入回收站23个产品？' })
  await expect(confirmation).toContainText('符合当前条件的23个产品')
  await confirmation.getByRole('button', { name: '移入回收站' }).click()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(page.getByText('已撤销，23个产品恢复原状')).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()

  // The footer fits on a phone: the number of items and both arrows are visible.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${ADMIN_PAGES.agentProducts}?category=成批`)
  const total = page.getByText('共23个产品')
  await total.scrollIntoViewIfNeeded()
  await expect(total).toBeInViewport({ ratio: 1 })
  await page.getByRole('listitem', { name: '下一页' }).getByRole('button').click()
  await expect(page).toHaveURL(/page=2/)
})
