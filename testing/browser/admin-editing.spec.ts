/** Editing documents; each test has its own document. */

import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { documentCalls } from '#contracts/content/calls.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { qrCodeCalls } from '#contracts/qr-codes/calls.ts'
import { createPng } from '#testing/factories/pictures.ts'
import { ADMIN_PASSWORD, createUser, saveAsOtherAdmin, signInAs, signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'
import { loseReply } from './lose-reply.ts'

test('a saved change is published, and an older version can be restored', { tag: '@firefox' }, async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.selection)
  const subtitle = page.getByRole('region', { name: '页面信息' }).getByLabel('副标题')
  const before = await subtitle.inputValue()
  await subtitle.fill('浏览器测试写下的副标题')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText('选型内容保存成功！').first()).toBeVisible()

  const visitor = await page.context().newPage()
  await visitor.goto(PAGES.selection)
  await expect(visitor.getByText('浏览器测试写下的副标题').first()).toBeVisible()
  await visitor.close()

  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '历史版本' }).click()
  await page.getByRole('button', { name: '查看第2版', exact: true }).click()
  await expect(page.getByRole('heading', { name: '这次保存修改了1处' })).toBeVisible()
  await expect(page.getByRole('deletion')).toHaveText(before)
  await expect(page.getByRole('insertion')).toHaveText('浏览器测试写下的副标题')

  await page.getByRole('button', { name: '返回列表' }).click()
  await page.getByRole('button', { name: '查看第1版', exact: true }).click()
  await page.getByRole('button', { name: '恢复页面信息 › 副标题' }).click()
  await expect(page.getByText('与编辑中的内容相同。')).toBeVisible()
  await expect(subtitle).toHaveValue(before)
  await expect(page.getByText('有未保存的修改')).toBeAttached()
  await page.getByRole('button', { name: '恢复到此版本' }).click()
  await page.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(page.getByText('已恢复到所选版本')).toBeVisible()
  await expect(subtitle).toHaveValue(before)

  await subtitle.fill('还没有保存的副标题')
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '历史版本' }).click()
  await page.getByRole('button', { name: '查看第1版', exact: true }).click()
  await page.getByRole('button', { name: '恢复到此版本' }).click()
  await page.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(subtitle).toHaveValue(before)
  await page.getByRole('region', { name: '未保存的草稿' }).getByRole('button', { name: '恢复' }).click()
  await expect(subtitle).toHaveValue('还没有保存的副标题')
})

test('concurrent changes of two administrators to a document are merged', async ({ page, watch }) => {
  watch.allowConsole(/412/)
  const token = await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.submit)
  await page.getByRole('button', { name: '表单说明' }).click()
  const form = page.getByRole('region', { name: '表单说明' })
  await form.getByLabel('标题').fill('我的表单标题')
  const before = await saveAsOtherAdmin(page.request, token, documentCalls.submit.path, (document) => ({
    ...document,
    pageInfo: { ...Object(document.pageInfo), subtitle: '对方的副标题' },
  }))
  await page.getByRole('button', { name: '发布', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('我改过')).toBeVisible()
  await expect(dialog.getByText('对方改过')).toBeVisible()
  await dialog.getByRole('button', { name: '合并并保存' }).click()
  await expect(page.getByText('提交内容保存成功！').first()).toBeVisible()
  await expect(form.getByLabel('标题')).toHaveValue('我的表单标题')
  await expect(page.getByRole('region', { name: '页面信息' }).getByLabel('副标题')).toHaveValue('对方的副标题')
  await saveAsOtherAdmin(page.request, token, documentCalls.submit.path, () => before)
})

test('a save whose response was lost is recognized by the next one', async ({ page, watch }) => {
  watch.allowConsole(/ERR_FAILED|412/)
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.community)
  const subtitle = page.getByRole('region', { name: '页面信息' }).getByLabel('副标题')
  const before = await subtitle.inputValue()
  const save = () => page.getByRole('button', { name: '发布', exact: true }).click()
  const path = `**${documentCalls.community.path}`
  await page.route(path, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    // The server accepts it, but its response is lost.
    await loseReply(route)
  })
  await subtitle.fill('回复丢失的副标题')
  await save()
  await expect(page.getByRole('alert')).toContainText('保存失败')
  await page.unroute(path)
  await save()
  await expect(page.getByText('社区内容保存成功！').first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('有未保存的修改')).toHaveCount(0)
  await subtitle.fill(before)
  await save()
  await expect(page.getByText('有未保存的修改')).toHaveCount(0)
})

test('saving a QR code keeps what someone else has changed in its other fields', async ({ page, watch }) => {
  watch.allowConsole(/ERR_INTERNET_DISCONNECTED/)
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  await page.goto(`${ADMIN_PAGES.community}?mode=qr-codes`)
  await page.getByRole('button', { name: '编辑活动通知（示例）' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑二维码' })
  const description = await dialog.getByLabel('说明').inputValue()
  const { data } = await (await page.request.get(qrCodeCalls.list.path, { headers })).json()
  const { _id: id } = data.qrCodes.find(({ title }: { title: string }) => title === '活动通知（示例）')
  const url = fillPath(qrCodeCalls.update.path, { id })
  expect((await page.request.put(url, { headers, data: { description: '同事改的说明' } })).ok()).toBe(true)
  // The list under the dialog is loaded again when the connection returns.
  const listed = page.waitForResponse((response) => response.url().endsWith(qrCodeCalls.list.path))
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await listed
  await dialog.getByLabel('联系人职务').fill('活动运营')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('同事改的说明')).toBeVisible()
  await expect(page.getByText('活动运营')).toBeVisible()
  expect((await page.request.put(url, { headers, data: { description } })).ok()).toBe(true)
})

test('an expired session opens a sign-in dialog, after which what was saved, selected or uploaded continues', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/401/)
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  for (const name of ['过期甲', '过期乙'])
    await page.request.post('/api/products/agent', { headers, data: { name, category: '其他' } })
  const dialog = page.getByRole('dialog', { name: '登录已过期' })
  async function endSession() {
    const token = await page.evaluate(() => localStorage.getItem('auth_token'))
    await page.request.post(identityCalls.logout.path, { headers: { authorization: `Bearer ${token}` } })
  }
  async function signInAgain() {
    await expect(dialog.getByLabel('密码', { exact: true })).toBeFocused()
    await dialog.getByLabel('密码', { exact: true }).fill(ADMIN_PASSWORD)
    await dialog.getByRole('button', { name: '登录', exact: true }).click()
  }

  await test.step('a document is saved', async () => {
    await page.goto(ADMIN_PAGES.evaluation)
    const subtitle = page.getByRole('region', { name: '页面信息' }).getByLabel('副标题')
    const before = await subtitle.inputValue()
    await subtitle.fill(`${before}（改）`)
    await endSession()
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await signInAgain()
    await expect(page.getByText('评估内容保存成功！').first()).toBeVisible()
    await expect(subtitle).toHaveValue(`${before}（改）`)
    await subtitle.fill(before)
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await expect(page.getByText('有未保存的修改')).toBeHidden()
  })

  await test.step('a bulk change of selected products is repeated', async () => {
    await page.goto(`${ADMIN_PAGES.agentProducts}?search=过期`)
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    await endSession()
    await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '下架' }).click()
    await page.getByRole('dialog', { name: '下架2个产品？' }).getByRole('button', { name: '下架' }).click()
    await signInAgain()
    await expect(page.getByText('已下架2个产品')).toBeVisible()
  })

  await test.step('the upload of a picture is repeated', async () => {
    await page.goto(`${ADMIN_PAGES.community}?mode=qr-codes`)
    await expect(page.getByRole('button', { name: '上传二维码' })).toBeVisible()
    await endSession()
    await page
      .getByLabel('选择二维码图片')
      .setInputFiles({ name: '新群.png', mimeType: 'image/png', buffer: await createPng(64, 64) })
    await page.getByRole('button', { name: '仍要上传' }).click()
    await signInAgain()
    await expect(page.getByText('二维码上传成功！')).toBeVisible()
    await page.getByRole('button', { name: '删除微信群二维码' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await expect(page.getByText('二维码删除成功！')).toBeVisible()
  })
})

test('an editor sees what an import removes, and undoes it', async ({ page }) => {
  await createUser(page.request, 'imports-files')
  await signInAs(page, 'imports-files', { to: ADMIN_PAGES.home })
  const importFile = (name: string, content: object) =>
    page.getByLabel('导入JSON文件').setInputFiles({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content)),
    })
  const hero = page.getByRole('region', { name: '主视觉' })
  const title = hero.getByLabel('标题', { exact: true })
  await page.getByRole('button', { name: '主视觉' }).click()
  const before = await title.inputValue()
  await title.fill('还没有保存的标题')

  await test.step('a file of another page is announced, and cancelled', async () => {
    await importFile('data.json', { upcomingEvents: [], communityMembers: [{ name: '成员' }] })
    const question = page.getByRole('dialog', { name: '这是“社区内容”的数据文件' })
    await expect(question).toContainText(/导入后将清空\d+项：.*主视觉/)
    await question.getByRole('button', { name: '取消' }).click()
    await expect(title).toHaveValue('还没有保存的标题')
  })

  await test.step('a file in the legacy format replaces the content, and the edits stay as a draft', async () => {
    await importFile('home-content-2024-01-01.json', {
      heroSection: { title: '旧版的标题', buttons: [{ text: '旧按钮', type: 'primary', href: '/products' }] },
      stats: [{ number: '100+', label: '旧统计' }],
    })
    const confirmation = page.getByRole('dialog', { name: '导入“home-content-2024-01-01.json”？' })
    await expect(confirmation).toContainText('未保存的修改会作为草稿保留')
    await confirmation.getByRole('button', { name: '仍然导入' }).click()
    await expect(page.getByText('数据导入成功！')).toBeVisible()
    await expect(title).toHaveValue('旧版的标题')
    await page.getByRole('button', { name: '预览' }).click()
    const preview = page.frameLocator('iframe[title="预览"]')
    await expect(preview.getByRole('heading', { level: 1, name: '旧版的标题' })).toBeVisible()
    await page.getByRole('button', { name: '预览' }).click()
    await expect(page.getByRole('region', { name: '未保存的草稿' })).toContainText('主视觉 › 标题')
  })

  await test.step('the import is undone by the button, and redone and undone by shortcuts', async () => {
    await page.getByRole('button', { name: '撤销', exact: true }).first().click()
    await expect(title).toHaveValue('还没有保存的标题')
    await page.keyboard.press('Control+Shift+z')
    await expect(title).toHaveValue('旧版的标题')
    await page.keyboard.press('Control+z')
  })

  await test.step('an item that was removed by keyboard is restored', async () => {
    const items = hero.getByRole('button', { name: /^删除/ })
    const count = await items.count()
    await items.first().focus()
    await page.keyboard.press('Enter')
    await expect(items).toHaveCount(count - 1)
    await expect(hero.locator('[aria-expanded]:focus')).toHaveCount(1)
    await page.keyboard.press('Control+z')
    await expect(items).toHaveCount(count)
  })

  await test.step('in a field, its own typing is undone first', async () => {
    await title.press('End')
    await title.pressSequentially('了')
    await page.keyboard.press('Control+z')
    await expect(title).toHaveValue('还没有保存的标题')
    await page.keyboard.press('Control+z')
    await expect(title).toHaveValue(before)
    await expect(page.getByText('有未保存的修改')).toBeHidden()
  })
})

test('an added item is focused, an invalid field is named, and invalid JSON stays in the JSON mode', async ({
  page,
}) => {
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.home)
  await page.getByRole('button', { name: '统计数据' }).click()
  const part = page.getByRole('region', { name: '统计数据' })
  await part.getByRole('button', { name: '添加统计' }).click()
  await expect(part.getByLabel('数值')).toBeFocused()
  await expect(part.getByLabel('数值')).toBeInViewport()
  await page.keyboard.type('42')
  await expect(part.getByLabel('数值')).toHaveValue('42')

  await page.getByRole('button', { name: '主视觉' }).click()
  await page.getByRole('button', { name: '浏览产品', exact: true }).click()
  const link = page.getByLabel('链接').first()
  await link.fill('javascript:alert(1)')
  await page.getByRole('button', { name: '发布', exact: true }).click()
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
  // The cursor is at the error.
  await page.keyboard.press('Delete')
  await expect(page.getByText('JSON 格式错误，请检查语法（第1行）')).toBeHidden()
})

test('the command palette finds an event, whose date is validated on save', async ({ page, watch }) => {
  watch.allowConsole(/status of 400/)
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.dashboard)
  await page.getByRole('button', { name: '搜索页面与内容' }).click()
  await page.getByRole('combobox', { name: '搜索页面与内容' }).fill('三年成本')
  // The event's title precedes the texts that mention it.
  await expect(page.getByRole('group', { name: '页面内容' }).getByRole('option').first()).toContainText('三年成本')
  await page.keyboard.press('Enter')

  await page.getByRole('region', { name: '近期活动' }).getByRole('link', { name: '在活动管理中编辑' }).click()
  await page.getByRole('button', { name: /^编辑“.*三年成本/ }).click()
  const event = page.getByRole('dialog', { name: '编辑活动' })
  await event.getByLabel('日期', { exact: true }).fill('2026-12-19')
  await event.getByRole('button', { name: '填写文字' }).click()
  await expect(event.getByLabel('日期', { exact: true })).toHaveValue('2026-12-19')
  await event.getByLabel('日期', { exact: true }).fill('2026-13-45')
  await event.getByRole('button', { name: '保存' }).click()
  await expect(event.getByText('没有这一天，请检查年、月、日')).toBeVisible()
})
