/** What an editor of documents goes through, each journey on a document of its own. */

import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { documentCalls } from '#contracts/content/calls.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { PAGES } from '#contracts/paths.ts'
import { ADMIN_PASSWORD, changeElsewhere, signedIn } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

test('a saved change is on the public page, and an older version can be restored', async ({ page }) => {
  await signedIn(page)
  await page.goto(ADMIN_PAGES.selection)
  const subtitle = page.getByRole('region', { name: '页面信息' }).getByLabel('副标题')
  const before = await subtitle.inputValue()
  await subtitle.fill('浏览器测试写下的副标题')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('选型内容保存成功！')).toBeVisible()

  const visitor = await page.context().newPage()
  await visitor.goto(PAGES.selection)
  await expect(visitor.getByText('浏览器测试写下的副标题').first()).toBeVisible()
  await visitor.close()

  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '历史版本' }).click()
  await page.getByRole('button', { name: '查看第1版', exact: true }).click()
  await expect(page.getByText('页面信息 › 副标题')).toBeVisible()
  await page.getByRole('button', { name: '恢复到此版本' }).click()
  await page.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(page.getByText('已恢复到所选版本')).toBeVisible()
  await expect(subtitle).toHaveValue(before)
})

test('two administrators change one document, and nothing of either is lost', async ({ page, watch }) => {
  watch.allowConsole(/412/)
  const token = await signedIn(page)
  await page.goto(ADMIN_PAGES.submit)
  await page.getByRole('button', { name: '表单说明' }).click()
  const form = page.getByRole('region', { name: '表单说明' })
  await form.getByLabel('标题').fill('我的表单标题')
  const before = await changeElsewhere(page.request, token, documentCalls.submit.path, (document) => ({
    ...document,
    pageInfo: { ...Object(document.pageInfo), subtitle: '对方的副标题' },
  }))
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('我改过')).toBeVisible()
  await expect(dialog.getByText('对方改过')).toBeVisible()
  await dialog.getByRole('button', { name: '合并并保存' }).click()
  await expect(page.getByText('提交内容保存成功！')).toBeVisible()
  await expect(form.getByLabel('标题')).toHaveValue('我的表单标题')
  await expect(page.getByRole('region', { name: '页面信息' }).getByLabel('副标题')).toHaveValue('对方的副标题')
  await changeElsewhere(page.request, token, documentCalls.submit.path, () => before)
})

test('a save whose reply was lost is known again by the next one', async ({ page, watch }) => {
  watch.allowConsole(/ERR_FAILED|412/)
  await signedIn(page)
  await page.goto(ADMIN_PAGES.community)
  const subtitle = page.getByRole('region', { name: '页面信息' }).getByLabel('副标题')
  const before = await subtitle.inputValue()
  const save = () => page.getByRole('button', { name: '保存', exact: true }).click()
  const path = `**${documentCalls.community.path}`
  await page.route(path, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    // The server takes it; its reply doesn't arrive.
    await route.fetch()
    await route.abort()
  })
  await subtitle.fill('回复丢失的副标题')
  await save()
  await expect(page.getByRole('alert')).toContainText('保存失败')
  await page.unroute(path)
  await save()
  await expect(page.getByText('社区内容保存成功！')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('有未保存的修改')).toHaveCount(0)
  await subtitle.fill(before)
  await save()
  await expect(page.getByText('有未保存的修改')).toHaveCount(0)
})

test('an ended session asks to sign in over the page, and the save goes on', async ({ page, watch }) => {
  watch.allowConsole(/401/)
  const token = await signedIn(page)
  await page.goto(ADMIN_PAGES.evaluation)
  const subtitle = page.getByRole('region', { name: '页面信息' }).getByLabel('副标题')
  const before = await subtitle.inputValue()
  await subtitle.fill(`${before}（改）`)
  await page.request.post(identityCalls.logout.path, { headers: { authorization: `Bearer ${token}` } })
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '登录已过期' })
  await dialog.getByLabel('密码', { exact: true }).fill(ADMIN_PASSWORD)
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('评估内容保存成功！')).toBeVisible()
  await expect(subtitle).toHaveValue(`${before}（改）`)
  await subtitle.fill(before)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('有未保存的修改')).toBeHidden()
})

test('a document in older words is imported, shown before it is saved, and offered again after a reload', async ({
  page,
}) => {
  await signedIn(page)
  await page.goto(ADMIN_PAGES.home)
  await page.getByLabel('导入 JSON 文件').setInputFiles({
    name: 'home-content-2024-01-01.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({
        heroSection: { title: '旧版的标题', buttons: [{ text: '旧按钮', type: 'primary', href: '/products' }] },
        stats: [{ number: '100+', label: '旧统计' }],
      }),
    ),
  })
  await expect(page.getByText('数据导入成功！')).toBeVisible()
  await page.getByRole('button', { name: '主视觉' }).click()
  const title = page.getByRole('region', { name: '主视觉' }).getByLabel('标题', { exact: true })
  await expect(title).toHaveValue('旧版的标题')

  await page.getByRole('button', { name: '预览' }).click()
  const preview = page.frameLocator('iframe[title="预览"]')
  await expect(preview.getByRole('heading', { level: 1, name: '旧版的标题' })).toBeVisible()
  await page.getByRole('button', { name: '预览' }).click()

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('有一份未保存的修改')).toBeVisible()
  await page.getByRole('button', { name: '放弃', exact: true }).click()
})

test('a wrong field is named, and text that is no JSON keeps its mode', async ({ page }) => {
  await signedIn(page)
  await page.goto(ADMIN_PAGES.home)
  await page.getByRole('button', { name: '主视觉' }).click()
  await page.getByRole('button', { name: '浏览产品', exact: true }).click()
  const link = page.getByLabel('链接').first()
  await link.fill('javascript:alert(1)')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('button', { name: /主视觉 › 按钮1 › 链接/ }).click()
  await expect(link).toBeFocused()
  await link.fill('/products')

  await page.getByText('JSON', { exact: true }).click()
  await page.getByRole('textbox', { name: '内容的JSON文本' }).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('x')
  await page.getByText('表单', { exact: true }).click()
  await expect(page.getByText('JSON 格式错误，请检查语法（第1行）')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '内容的JSON文本' })).toBeVisible()
})
