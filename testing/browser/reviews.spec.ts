/**
 * The comments in a product's document: found by a moderator, hidden from the page, kept in the editor, shown again.
 */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

const NAME = '评价旅程产品'
const LONG = '上线两个月，回答大多有出处。'.repeat(20)
const reviews = [
  { user: '陈女士', rating: 4.6, date: '2026-09-18', comment: LONG },
  { user: '', rating: 1, date: '2026-10-02', comment: '加微信领红包' },
]

test('a comment is hidden from visitors, marked in the editor, and shown again', async ({ page, context }) => {
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  const url = fillPath(catalogueCalls.list.path, { catalogue: 'agent' })
  expect((await page.request.post(url, { headers, data: { name: NAME, reviews } })).ok()).toBe(true)
  const visitor = await context.newPage()
  await visitor.goto(`/products/${NAME}?tab=reviews`)
  await expect(visitor.getByText('加微信领红包')).toBeVisible()

  await page.goto(ADMIN_PAGES.dashboard)
  await page.getByRole('navigation', { name: '后台菜单' }).getByRole('link', { name: '评价管理' }).click()
  await page.getByRole('button', { name: '编辑收录的评价' }).click()
  await expect(page.getByRole('heading', { name: '评价管理' }).locator('..')).toContainText('由编辑录入')
  await page.getByLabel('搜索', { exact: true }).fill('pingjialvcheng')
  await expect(page).toHaveURL(/search=pingjialvcheng/)
  const rows = page.getByRole('table', { name: '评价' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await rows.nth(2).getByRole('button', { name: '展开全文' }).click()
  await expect(rows.nth(2).getByRole('button', { name: '收起' })).toHaveAttribute('aria-expanded', 'true')

  await page
    .getByRole('group', { name: '按状态筛选' })
    .getByRole('button', { name: /^显示中/ })
    .click()
  await page.getByRole('button', { name: `隐藏匿名用户对${NAME}的评价` }).click()
  await expect(page.getByText('评价已隐藏，访客不再看到')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await visitor.reload()
  await expect(visitor.getByText('陈女士')).toBeVisible()
  await expect(visitor.getByText('加微信领红包')).toHaveCount(0)

  await page.goto(fillPath(ADMIN_PAGES.productDetail, { id: NAME }))
  await expect(page.getByRole('button', { name: /^2026-10-02/ })).toContainText('已隐藏')
  await page.getByLabel('标语').fill('编辑时评价仍然隐藏')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('保存成功！').first()).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('编辑时评价仍然隐藏')).toBeVisible()
  await expect(visitor.getByText('加微信领红包')).toHaveCount(0)

  await page.goto(`${ADMIN_PAGES.reviews}?view=documents&status=hidden&search=红包`)
  await page.getByRole('button', { name: `恢复显示匿名用户对${NAME}的评价` }).click()
  await expect(page.getByText('没有符合条件的评价。')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('加微信领红包')).toBeVisible()
})
