/** Settings and their immediate effect for visitors; on a separate server, since they change what other tests see. */

import type { Browser, Page, Route } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import type { ActiveAlarm } from '#contracts/alarms/alarm.ts'
import { alarmCalls } from '#contracts/alarms/calls.ts'
import { ALARM_MESSAGES } from '#contracts/alarms/messages.ts'
import { brandingCalls } from '#contracts/branding/calls.ts'
import { documentCalls } from '#contracts/content/calls.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { settingsCalls } from '#contracts/settings/calls.ts'
import { BACKUP_MESSAGES } from '#contracts/system/messages.ts'
import { createPng } from '#testing/factories/pictures.ts'
import { expectAccessible } from './accessibility.ts'
import { saveAsOtherAdmin, signInAsAdmin } from './admin-session.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'

const test = createIsolatedTest()

const LOW_SPACE_ALARM: ActiveAlarm = {
  name: 'lowSpace',
  node: 'web-1',
  detail: '磁盘仅剩499 MB，低于500 MB。',
  raisedAt: '2026-11-21T02:00:00.000Z',
  isWebhookPending: false,
}

/** Opens a visitor's page, without the administrator's session. */
async function openAsVisitor(browser: Browser, address: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: address ?? '', locale: 'zh-CN' })
  return context.newPage()
}
const getHeader = (page: Page) => page.getByRole('banner')
const getNotice = (page: Page, text: string) => page.getByText(text, { exact: true })

test('operator, filings and legal texts are shown in the footer and on their pages', async ({
  page,
  browser,
  baseURL,
}) => {
  const site = await openAsVisitor(browser, baseURL)
  await signInAsAdmin(page)
  await page.goto(`${ADMIN_PAGES.settings}?tab=legal`)
  const blanks = page.getByRole('alert').filter({ hasText: '待填写的内容' })
  await expect(blanks).toContainText('［运营单位名称］')
  await page.getByLabel('运营单位').fill('甲公司')
  await page.getByLabel('ICP备案号').fill('京ICP备12345678号-1')
  await page.getByLabel('公安备案号').fill('京公网安备11010102000001号')
  await page.getByRole('textbox', { name: '用户协议' }).press('ControlOrMeta+End')
  await page.keyboard.type('另见公告。')
  await page.getByRole('button', { name: '保存设置' }).click()
  await expect(getNotice(page, '设置已保存')).toBeVisible()
  await expect(blanks).not.toContainText('［运营单位名称］')

  await site.goto(PAGES.terms)
  await expect(site.getByRole('article')).toContainText('您与甲公司')
  await expect(site.getByRole('article')).toContainText('另见公告。')
  const footer = site.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: '京ICP备12345678号-1' })).toHaveAttribute(
    'href',
    'https://beian.miit.gov.cn/',
  )
  await expect(footer.getByRole('link', { name: '京公网安备11010102000001号' })).toHaveAttribute(
    'href',
    /code=11010102000001$/,
  )
  await footer.getByRole('link', { name: '隐私政策' }).click()
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('隐私政策')
})

test('the site’s name and contacts are updated everywhere immediately', async ({ page, browser, baseURL, watch }) => {
  watch.allowConsole(/400/)
  const site = await openAsVisitor(browser, baseURL)
  await site.goto(PAGES.products)
  await expect(site).toHaveTitle(/智鉴/)

  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.settings)
  await page.getByLabel('网站名称').fill('明鉴')
  await page.getByLabel('联系邮箱').fill('不是邮箱')
  await page.getByRole('button', { name: '保存设置' }).click()
  await expect(page.getByText('请输入有效的邮箱地址')).toBeVisible()
  await expect(page.getByLabel('联系邮箱')).toBeFocused()
  await expect(page.getByLabel('网站名称')).toHaveValue('明鉴')
  await page.getByLabel('联系邮箱').fill('hello@example.com')
  await page.getByRole('button', { name: '保存设置' }).click()
  await expect(getNotice(page, '设置已保存')).toBeVisible()
  await expect(page).toHaveTitle('管理后台 - 明鉴')
  await expect(page.getByRole('navigation', { name: '后台菜单' })).toContainText('明鉴')
  await page.reload()
  await expect(page).toHaveTitle('管理后台 - 明鉴')

  await site.reload()
  await expect(site).toHaveTitle(/ - 明鉴$/)
  await expect(getHeader(site).getByRole('link', { name: '明鉴首页' })).toBeVisible()
  await expect(site.getByRole('contentinfo')).toContainText('明鉴')
  await expect(site.getByRole('link', { name: 'hello@example.com' })).toBeVisible()
  await site.goto(PAGES.home)
  await expect(site).toHaveTitle('明鉴：企业智能体展示与评估平台')

  await page.getByLabel('网站名称').fill('智鉴')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('有未保存的修改')).toHaveCount(0)
  await site.reload()
  await expect(site).toHaveTitle('智鉴：企业智能体展示与评估平台')
})

test('a logo is shown in the header until it is reset', async ({ page, browser, baseURL }) => {
  const site = await openAsVisitor(browser, baseURL)
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.settings)
  const input = page.getByLabel('选择logo图片')
  await input.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') })
  await expect(page.getByText('请选择JPG、PNG、GIF、SVG或WebP格式的图片文件')).toBeVisible()
  await input.setInputFiles({ name: '标志.png', mimeType: 'image/png', buffer: await createPng(400, 160) })
  await expect(getNotice(page, 'Logo上传成功！')).toBeVisible()
  await expect(page.getByText('标志.png，400×160像素', { exact: false })).toBeVisible()

  await site.goto(PAGES.home)
  const logo = getHeader(site).getByRole('link', { name: /首页$/ }).getByRole('img')
  await expect(logo).toBeVisible()
  await expect.poll(() => logo.boundingBox()).toMatchObject({ width: 100, height: 40 })

  await page.getByRole('button', { name: '恢复默认logo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '恢复默认' }).click()
  await expect(getNotice(page, '已重置为默认logo')).toBeVisible()
  await site.reload()
  await expect(logo).toHaveCount(0)
})

test('the app download is shown in the header until it is reset', async ({
  page,
  browser,
  baseURL,
  request,
  watch,
}) => {
  watch.allowConsole(/412/)
  const site = await openAsVisitor(browser, baseURL)
  const token = await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.settings)
  const update = page.getByRole('button', { name: '更新下载配置' })
  await expect(update).toBeDisabled()
  await page.getByLabel('名称', { exact: true }).fill('明鉴App')
  await page.getByLabel('下载链接').fill('javascript:alert(1)')
  await update.click()
  await expect(page.getByText('链接只能是 http、https', { exact: false })).toBeVisible()
  await page.getByLabel('下载链接').fill('https://example.com/app')
  await page.getByRole('switch', { name: '在网站上显示' }).click()
  await update.click()
  await expect(getNotice(page, '应用下载配置更新成功！')).toBeVisible()

  await page.getByLabel('名称', { exact: true }).fill('我的App')
  const data = { name: '明鉴App', downloadUrl: 'https://example.com/app', description: '对方的说明', isActive: true }
  await request.put(brandingCalls.updateAppDownload.path, { headers: { authorization: `Bearer ${token}` }, data })
  await update.click()
  const conflict = page.getByRole('dialog', { name: '内容已被更新，请合并后保存' })
  await expect(conflict.getByRole('listitem').filter({ hasText: '说明' })).toContainText('对方的说明')
  await expect(conflict).toContainText(/您编辑期间，管理员于\d{4}年\d{1,2}月\d{1,2}日 \d{2}:\d{2}保存了新的版本/)
  await conflict.getByRole('button', { name: '继续编辑' }).click()
  await expect(page.getByLabel('名称', { exact: true })).toHaveValue('我的App')
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(page.getByLabel('名称', { exact: true })).toHaveValue('明鉴App')

  await site.goto(PAGES.home)
  const entry = getHeader(site).getByRole('link', { name: '明鉴App' })
  await expect(entry).toHaveAttribute('href', 'https://example.com/app')

  const reset = page.getByRole('button', { name: '重置', exact: true })
  await reset.click()
  await page.getByRole('dialog').getByRole('button', { name: '重置', exact: true }).click()
  await expect(getNotice(page, '已重置为默认应用下载配置')).toBeVisible()
  await expect(reset).toBeFocused()
  await site.reload()
  await expect(entry).toHaveCount(0)
})

test('disabled registration is not offered anywhere', async ({ page, browser, baseURL }) => {
  const site = await openAsVisitor(browser, baseURL)
  const listOfferedOptions = async () => {
    await site.goto(PAGES.home)
    await getHeader(site).getByRole('button', { name: '登录' }).click()
    await expect(site.getByRole('dialog', { name: '登录' })).toBeVisible()
    return site.getByRole('dialog').getByText('还没有账号？')
  }
  await expect(await listOfferedOptions()).toBeVisible()

  await signInAsAdmin(page)
  const set = async () => {
    await page.getByRole('switch', { name: '开放注册' }).click()
    await page.getByRole('button', { name: '保存设置' }).click()
    await expect(page.getByText('有未保存的修改')).toHaveCount(0)
  }
  await page.goto(`${ADMIN_PAGES.settings}?tab=security`)
  await set()
  await expect(await listOfferedOptions()).toHaveCount(0)
  await set()
  await expect(await listOfferedOptions()).toBeVisible()
})

test('another administrator’s concurrent save is reported without losing input', async ({ page, request, watch }) => {
  watch.allowConsole(/412/)
  const token = await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.settings)
  await page.getByLabel('网站名称').fill('照鉴')
  await page.getByLabel('联系电话').fill('010-1')
  const path = fillPath(settingsCalls.updatePart.path, { part: 'general' })
  await request.put(path, {
    headers: { authorization: `Bearer ${token}` },
    data: { siteName: '对方的名字', siteDescription: '对方的描述' },
  })
  await page.getByRole('button', { name: '保存设置' }).click()
  const conflict = page.getByRole('dialog', { name: '内容已被更新，请合并后保存' })
  const field = (name: string) => conflict.getByRole('listitem').filter({ hasText: name })
  await expect(field('网站名称')).toContainText('双方都改过')
  await expect(field('网站名称')).toContainText('对方的名字')
  await expect(field('网站描述')).toContainText('对方改过')
  await expect(field('联系电话')).toContainText('我改过')
  await expect(conflict).toContainText(/您编辑期间，管理员于\d{4}年\d{1,2}月\d{1,2}日 \d{2}:\d{2}保存了新的版本/)
  await conflict.getByRole('button', { name: '合并并保存' }).click()
  await expect(conflict.getByRole('alert')).toHaveText('还有1处双方都改过，请选择保留哪一方的')
  const mine = field('网站名称').getByRole('radio', { name: /我的/ })
  await expect(mine).toBeFocused()
  await mine.check()
  await conflict.getByRole('button', { name: '合并并保存' }).click()
  await expect(getNotice(page, '设置已保存')).toBeVisible()
  await expect(conflict).toBeHidden()
  await expect(page.getByLabel('网站名称')).toHaveValue('照鉴')
  await expect(page.getByLabel('联系电话')).toHaveValue('010-1')
  await expect(page.getByLabel('网站描述')).toHaveValue('对方的描述')
})

test('leaving with unsaved changes asks for confirmation; switching tabs keeps them, and an invalid number', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/400/)
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.settings)
  await page.getByLabel('联系电话').fill('没有保存')
  await page.getByRole('tab', { name: '安全' }).click()
  await expect(page).toHaveURL(/tab=security/)
  const timeout = page.getByLabel('会话时长（分钟）')
  await timeout.fill('1')
  await page.getByRole('button', { name: '保存设置' }).click()
  await expect(page.getByText('不能小于5')).toBeVisible()
  await expect(timeout).toBeFocused()
  await expect(timeout).toHaveValue('1')
  await timeout.fill('30')
  await expect(page.getByRole('button', { name: '保存设置' })).toBeDisabled()
  await page.getByRole('tab', { name: '基本（未保存）' }).click()
  await expect(page.getByLabel('联系电话')).toHaveValue('没有保存')
  await page.getByRole('link', { name: '操作记录' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click()
  await expect(page.getByLabel('联系电话')).toHaveValue('没有保存')
  await page.getByRole('link', { name: '操作记录' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '离开' }).click()
  await expect(page.getByRole('heading', { name: '操作记录' })).toBeVisible()
})

test('the settings lead to a page’s editor, and its content is edited as JSON in a dialog', async ({
  page,
  request,
  watch,
}) => {
  watch.allowConsole(/412/)
  const token = await signInAsAdmin(page)
  await page.goto(`${ADMIN_PAGES.settings}?tab=pages`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: '打开选型内容的编辑器（新窗口）' }).click()
  const editor = await opened
  await expect(editor.getByRole('heading', { level: 1, name: /选型/ })).toBeVisible()
  await editor.close()
  await page.getByRole('button', { name: '编辑社区内容的JSON' }).click()
  const dialog = page.getByRole('dialog', { name: '社区内容：编辑JSON' })
  const text = dialog.getByRole('textbox', { name: '内容的JSON文本' })
  await expect(text).toBeVisible()
  await expectAccessible(text)

  await text.press('Control+Home')
  await text.pressSequentially('x')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByRole('alert')).toContainText('JSON 格式错误，请检查语法（第1行）')
  await text.press('Control+z')
  await text.press('Control+Home')
  await text.press('ArrowRight')
  await text.pressSequentially('"added": "在此加上",')
  await saveAsOtherAdmin(request, token, documentCalls.community.path, (document) => ({
    ...document,
    other: '对方加上',
  }))
  await dialog.getByRole('button', { name: '保存' }).click()
  await page
    .getByRole('dialog', { name: '内容已被更新，请合并后保存' })
    .getByRole('button', { name: '合并并保存' })
    .click()
  await expect(getNotice(page, '内容已成功保存！')).toBeVisible()
  const saved = await (await request.get(documentCalls.community.path)).json()
  expect(saved.data).toMatchObject({ added: '在此加上', other: '对方加上' })
})

test('an administrator configures the recipients of alarms and sends a test', async ({ page, watch }) => {
  watch.allowConsole(/400/)
  await signInAsAdmin(page)
  await page.goto(`${ADMIN_PAGES.settings}?tab=operations`)
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: '告警设置' }) })
  const save = () => section.getByRole('button', { name: '保存设置' }).click()
  await page.getByLabel('告警收件人').fill('ops@example.com; nobody')
  await save()
  await expect(page.getByText(ALARM_MESSAGES.recipients).first()).toBeVisible()
  await page.getByLabel('告警收件人').fill('ops@example.com; duty@example.com')
  await save()
  await expect(getNotice(page, '设置已保存')).toBeVisible()

  await page.getByRole('button', { name: '发送测试告警' }).click()
  await expect(page.getByText('没有订阅告警的Webhook')).toBeVisible()
  await expectAccessible(page.getByRole('heading', { level: 1 }))

  await page.getByLabel('告警收件人').fill('')
  await save()
  await expect(getNotice(page, '设置已保存')).toBeVisible()
})

test('an administrator starts a backup and sees its outcome, and an alarm on the dashboard leads there', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/403/)
  await signInAsAdmin(page)
  await page.route(alarmCalls.list.path, (route) => route.fulfill({ json: { success: true, data: [LOW_SPACE_ALARM] } }))
  const reject = (route: Route) => route.fulfill({ status: 403, json: { success: false, message: '没有权限' } })
  await page.route(alarmCalls.list.path, reject, { times: 1 })
  await page.goto(ADMIN_PAGES.dashboard)
  await page.getByRole('alert').filter({ hasText: ALARM_MESSAGES.loadFailed }).getByRole('button').click()
  const alarms = page.getByRole('alert').filter({ hasText: '有1项告警' })
  await expect(alarms.getByRole('listitem')).toHaveText(/^磁盘空间不足（自2026年11月21日 10:00起，节点 web-1）$/)
  await expectAccessible(page.getByRole('heading', { level: 1 }))
  await alarms.getByRole('link', { name: '查看系统状态' }).click()

  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: '备份' }) })
  await expect(section.getByRole('definition')).toHaveText(['未开启', '尚无'])
  const start = section.getByRole('button', { name: /备份/ })
  await start.click()
  await expect(getNotice(page, BACKUP_MESSAGES.started)).toBeVisible()
  await expect(section.getByRole('definition')).toHaveText(['未开启', /^2/, '成功', /秒$/, /B$/], { timeout: 30_000 })
  await expect(start).toHaveText('立即备份')
  await expect(start).toBeFocused()
  await expectAccessible(page.getByRole('heading', { level: 1 }))
  await page.goto(`${ADMIN_PAGES.audit}?action=backup.start`)
  await expect(page.getByRole('row').nth(1)).toContainText('立即备份')
})
