/** A product's draft goes its way, as those of documents: written, reviewed by link without an account, published on time. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { productDraftCalls } from '#contracts/content-drafts/calls.ts'
import { PREVIEW_PAGE_TEXTS } from '#contracts/content-drafts/messages.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { expectAccessible } from './accessibility.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

const NAME = '有草稿的助手（浏览器测试）'
const RENAMED = '草稿里改名的助手（浏览器测试）'
/** How far ahead the publication is scheduled. */
const AHEAD_MS = 4_000

test('a product that isn’t listed yet is previewed by its draft, scheduled, and listed on time', async ({
  page,
  browser,
  server,
  watch,
}) => {
  // The ended link.
  watch.allowConsole(/410/)
  const token = await signInAsAdmin(page)
  const headers = { authorization: `Bearer ${token}` }
  const created = await page.request.post(fillPath(catalogueCalls.create.path, { catalogue: 'agent' }), {
    headers,
    data: { name: NAME, category: '智能客服', price: '面议', isActive: false },
  })
  const { id } = (await created.json()).data
  const visitor = await browser.newContext({ baseURL: server })
  const reader = await visitor.newPage()

  const url = await test.step('the edits are saved as a draft, and a link to it is made', async () => {
    await page.goto(fillPath(ADMIN_PAGES.productDetail, { id: NAME }))
    await page.getByLabel('名称', { exact: true }).fill(RENAMED)
    await page.getByRole('switch', { name: '上架' }).click()
    await page.getByRole('button', { name: '保存草稿' }).click()
    await expect(page.getByText('正在编辑草稿')).toBeVisible()
    await expect(page.getByLabel('名称', { exact: true })).toHaveValue(RENAMED)
    await page.getByLabel('标语', { exact: true }).fill('草稿里的标语')
    await page.getByRole('button', { name: '保存草稿' }).click()
    await expect(page.getByText('草稿已保存').first()).toBeVisible()
    await expect(page).toHaveURL(/version=draft/)
    await expectAccessible(page.getByRole('main'))
    await page.getByRole('button', { name: '看差异' }).click()
    await expect(page.getByRole('heading', { name: '草稿修改了3处' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '预览链接' }).click()
    await page.getByRole('button', { name: '创建链接' }).click()
    const link = await page.getByRole('dialog').getByRole('code').textContent()
    await page.keyboard.press('Escape')
    const { pathname, search } = new URL(link ?? '')
    return pathname + search
  })

  await test.step('whoever has the link sees the product’s page with the draft; others find no product', async () => {
    const reply = await reader.goto(url)
    expect(reply?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
    await expect(reader.getByText(PREVIEW_PAGE_TEXTS.badge, { exact: true })).toBeVisible()
    await expect(reader.getByRole('heading', { level: 1, name: RENAMED })).toBeVisible()
    await expect(reader.getByText('草稿里的标语')).toBeVisible()
    expect((await reader.request.get(PAGES.product(id))).status()).toBe(404)
  })

  await test.step('it is scheduled, and listed in the calendar with the documents', async () => {
    const scheduled = await page.request.post(fillPath(productDraftCalls.publish.path, { catalogue: 'agent', id }), {
      headers,
      data: { at: new Date(Date.now() + AHEAD_MS).toISOString() },
    })
    expect(scheduled.status()).toBe(202)
    await expect
      .poll(async () => (await reader.request.get(PAGES.product(id))).status(), { timeout: AHEAD_MS + 8_000 })
      .toBe(200)
    await page.goto(ADMIN_PAGES.calendar)
    await expect(page.getByRole('region', { name: /已发布/ }).getByRole('link', { name: RENAMED })).toBeVisible()
    expect((await reader.goto(url))?.status()).toBe(410)
  })
  await visitor.close()
})
