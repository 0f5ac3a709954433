import type { Page } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import { mailCalls } from '#contracts/mail/calls.ts'
import { completeEmailConfig } from '#contracts/mail/default-config.ts'
import { createSmtpError, startSmtpServer } from '../smtp-server.ts'
import { expectAccessible } from './accessibility.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'
import { enableMail } from './mails.ts'

// Serial, since a server has one set of mail settings; with a longer timeout, since the tests wait for retries.
test.describe.configure({ mode: 'default', timeout: 120_000 })

const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click()
const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

/** Returns a free port, on which the test starts a server later. */
async function findClosedPort(): Promise<number> {
  const server = await startSmtpServer()
  await server.close()
  return server.port
}

test('no mail is lost while the mail server is down', async ({ page, watch }) => {
  watch.allowConsole(/400/)
  const port = await findClosedPort()
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.mail)
  const status = page.getByRole('region', { name: '邮件服务状态' })

  await test.step('the status names the missing server, and opens its field', async () => {
    await page.getByRole('switch', { name: '启用邮件服务' }).click()
    await expect(status.getByText('邮件不会发出')).toBeVisible()
    await status.getByRole('button', { name: '没有服务器地址' }).click()
    await expect(page.getByLabel('服务器地址', { exact: true })).toBeFocused()
    await page.keyboard.type('localhost')
    await page.getByLabel('端口').fill(String(port))
    await page.getByLabel('发件地址').fill('notice@zhijian.test')
    await expect(status.getByText('服务器设置完整')).toBeVisible()
  })

  await test.step('the status names a mail without recipients until one is added', async () => {
    await status.getByRole('listitem').filter({ hasText: '选型咨询通知' }).getByRole('button').click()
    await expect(page.getByRole('tab', { name: '收件人' })).toHaveAttribute('aria-selected', 'true')
    const consultation = page.getByRole('region', { name: '咨询通知' })
    await consultation.getByRole('button', { name: '添加收件人' }).click()
    await expect(consultation.getByLabel('姓名')).toBeFocused()
    await expect(consultation.getByLabel('部门')).toHaveValue('咨询部门')
    await consultation.getByLabel('姓名').fill('王顾问')
    await consultation.getByLabel('邮箱').fill('wang@zhijian.test')
    await expectAccessible(consultation)
    await expect(status.getByRole('listitem').filter({ hasText: '选型咨询通知' })).toHaveCount(0)
    await status.getByText(/种邮件会发出$/).click()
    await expect(status.getByRole('listitem').filter({ hasText: '选型咨询通知' })).toBeVisible()
  })

  await test.step('a template is previewed, and the settings are saved', async () => {
    await openTab(page, '模板')
    const preview = page.frameLocator('iframe[title="选型咨询通知的预览"]')
    await expect(preview.getByText('示例集团')).toBeVisible()
    await expect(preview.getByRole('table')).toHaveCSS('border-collapse', 'collapse')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('邮件配置保存成功！').first()).toBeVisible()
  })

  await test.step('a test mail fails', async () => {
    await page.getByRole('button', { name: '发送测试邮件' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '测试失败: 无法连接邮件服务器' })).toBeVisible()
    await expect(page.getByText(/上次测试失败/)).toBeVisible()
  })

  const row = await test.step('a consultation is accepted, and its mail waits in the outbox', async () => {
    const companyName = '停机期间咨询的公司'
    const data = { companyName, contactName: '陈女士', phone: '138 0013 8000', email: 'chen@example.com' }
    const reply = await page.request.post(leadRequestCalls.requestConsultation.path, {
      data: { ...data, requirements: '比较三个客服智能体。' },
    })
    expect(reply.status()).toBe(200)
    await openTab(page, '发件箱')
    const outboxRow = page.getByRole('row').filter({ hasText: companyName })
    await expect(outboxRow.getByText('等待发送')).toBeVisible()
    return outboxRow
  })

  await test.step('the mail is sent as soon as the server is up', async () => {
    const server = await startSmtpServer({ disabledCommands: ['STARTTLS'] }, port)
    try {
      await row.getByRole('button', { name: /重发/ }).click()
      await expect(page.getByText('已安排重新发送')).toBeVisible()
      await expect(row.getByText('已发送')).toBeVisible({ timeout: 20_000 })
      expect(server.mails.map(({ to }) => to)).toEqual([['wang@zhijian.test']])
      await page.getByRole('button', { name: '发送测试邮件' }).click()
      await expect(page.getByText('测试邮件发送成功！')).toBeVisible()
      await expect(page.getByText(/250 queued as 4711/)).toBeVisible()
    } finally {
      await server.close()
    }
  })
})

test('failed mails are resent at once when their recipient exists', async ({ page }) => {
  let isRejecting = true
  const smtp = await startSmtpServer({
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, reply) => reply(isRejecting ? createSmtpError(550, 'No such user') : null),
  })
  const recipient = { name: '王顾问', email: 'late@zhijian.test', department: '咨询部门', isActive: true }
  const token = await signInAsAdmin(page)
  await enableMail({ page, token, smtp, overrides: { recipients: { consultation: [recipient], submission: [] } } })
  for (const companyName of ['投递失败甲', '投递失败乙']) {
    const data = { companyName, contactName: '陈女士', phone: '138 0013 8000', email: 'chen@example.com' }
    await page.request.post(leadRequestCalls.requestConsultation.path, {
      data: { ...data, requirements: '比较三个客服智能体。' },
    })
  }
  await page.goto(`${ADMIN_PAGES.mail}?tab=outbox`)
  const rows = page.getByRole('row').filter({ hasText: '投递失败' })
  await expect(rows.getByText('发送失败')).toHaveCount(2, { timeout: 20_000 })
  await expect(rows.first()).toContainText('No such user')

  isRejecting = false
  await page.getByRole('button', { name: '重发全部失败邮件（2）' }).click()
  await page.getByRole('dialog', { name: '重发2封发送失败的邮件？' }).getByRole('button', { name: '重发2封' }).click()
  await expect(rows.getByText('已发送')).toHaveCount(2, { timeout: 20_000 })
  await expect(page.getByRole('button', { name: /^重发全部/ })).toHaveCount(0)
  expect(smtp.mails.map(({ to }) => to)).toEqual([['late@zhijian.test'], ['late@zhijian.test']])
  await smtp.close()
})

test('an error is shown at its field, and unsaved edits are kept', async ({ page, watch }) => {
  // The preview rejects the template, too.
  watch.allowConsole(/400/)
  await signInAsAdmin(page)
  await page.goto(`${ADMIN_PAGES.mail}?tab=templates&template=submission`)
  const subject = page.getByRole('textbox', { name: '主题' })

  await test.step('a variable is inserted at the cursor', async () => {
    await subject.fill('新提交：{{requirements}}')
    await page.getByRole('button', { name: '公司名称' }).click()
    await expect(subject).toHaveValue('新提交：{{requirements}}{{companyName}}')
  })

  await test.step('saving opens the tab of the error, which an edit clears', async () => {
    const error = page
      .getByRole('region', { name: '编辑产品提交通知' })
      .getByText('模板中有未知的变量：{{requirements}}')
    await openTab(page, 'SMTP')
    await save(page)
    await expect(page.getByRole('tab', { name: '模板' })).toHaveAttribute('aria-selected', 'true')
    await expect(error).toBeVisible()
    await expect(subject).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.type('。')
    await expect(error).toHaveCount(0)
  })

  await test.step('the edits are lost only after a confirmation', async () => {
    const auditLink = page.getByRole('link', { name: '操作记录' })
    const confirmation = page.getByRole('dialog')
    await auditLink.click()
    await confirmation.getByRole('button', { name: '继续编辑' }).click()
    await expect(subject).toHaveValue(/requirements/)
    await auditLink.click()
    await confirmation.getByRole('button', { name: '离开' }).click()
    await expect(page.getByRole('heading', { name: '操作记录' })).toBeVisible()
  })
})

test('another administrator’s concurrent changes are merged field by field', async ({ page, watch }) => {
  watch.allowConsole(/412/)
  const token = await signInAsAdmin(page)
  const headers = { authorization: `Bearer ${token}` }
  const dialog = page.getByRole('dialog', { name: '内容已被更新，请合并后保存' })
  const field = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })

  await test.step('both administrators change the settings', async () => {
    await page.goto(ADMIN_PAGES.mail)
    await page.getByLabel('服务器地址', { exact: true }).fill('mine.example.com')
    await page.getByLabel('发件人名称').fill('我的名称')
    await page.getByLabel('密码').fill('typed, not saved')
    const theirs = {
      smtpConfig: { host: 'theirs.example.com', fromName: '' },
      templates: { consultation: { subject: '对方的主题', htmlTemplate: '' } },
    }
    await page.request.post(mailCalls.saveConfig.path, { headers, data: completeEmailConfig(theirs) })
  })

  await test.step('the differences are listed without the password, and can be left', async () => {
    await save(page)
    await expect(field('SMTP › 服务器地址')).toContainText('双方都改过')
    await expect(field('SMTP › 发件人名称')).toContainText('我改过')
    await expect(field('选型咨询通知 › 主题')).toContainText('对方改过')
    await expect(dialog).not.toContainText('typed, not saved')
    await dialog.getByRole('button', { name: '继续编辑' }).click()
    await expect(page.getByLabel('服务器地址', { exact: true })).toHaveValue('mine.example.com')
  })

  await test.step('the merged settings are saved', async () => {
    await save(page)
    await field('SMTP › 服务器地址')
      .getByRole('radio', { name: /对方的/ })
      .check()
    await dialog.getByRole('button', { name: '合并并保存' }).click()
    await expect(page.getByText('邮件配置保存成功！').first()).toBeVisible()
    await expect(page.getByText('已加密保存，不再显示；留空则保留原密码。')).toBeVisible()
    const stored = await (await page.request.get(mailCalls.getConfig.path, { headers })).json()
    expect(stored.data).toMatchObject({
      smtpConfig: { host: 'theirs.example.com', fromName: '我的名称', passwordSet: true },
      templates: { consultation: { subject: '对方的主题' } },
    })
  })

  await test.step('another server needs the password again', async () => {
    await page.getByLabel('端口').fill('2525')
    await page.getByLabel('用户名').fill('sender')
    await save(page)
    await expect(page.getByText('服务器、端口或用户名已更改，请重新填写密码', { exact: true })).toBeVisible()
    await expect(page.getByLabel('密码')).toBeFocused()
    await page.getByLabel('密码').fill('typed again')
    await save(page)
    await expect(page.getByText('已加密保存，不再显示；留空则保留原密码。')).toBeVisible()
  })

  await test.step('an earlier version is restored', async () => {
    await page.getByRole('button', { name: '历史' }).click()
    const history = page.getByRole('dialog', { name: '历史版本' })
    await history.getByRole('listitem').filter({ hasText: '修改' }).getByRole('button', { name: /查看/ }).nth(1).click()
    await expect(page.getByRole('dialog').getByText('SMTP › 端口')).toBeVisible()
    await page.getByRole('button', { name: '恢复到此版本' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click()
    await expect(page.getByText('已恢复邮件设置')).toBeVisible()
    await expect(page.getByLabel('端口')).toHaveValue('587')
  })

  await test.step('the screen starts with the saved values when it is opened again', async () => {
    await page.getByRole('link', { name: '操作记录' }).click()
    await page.getByRole('link', { name: '邮件设置', exact: true }).click()
    await expect(page.getByLabel('发件人名称')).toHaveValue('我的名称')
  })
})

test('unreadable settings are reported, and defaults are shown', async ({ page, watch }) => {
  watch.allowConsole(/500/)
  await signInAsAdmin(page)
  await page.route('**/api/email/config', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: '服务器出错了，请稍后重试' } }),
  )
  await page.goto(ADMIN_PAGES.mail)
  await expect(page.getByRole('alert')).toContainText('加载邮件配置失败')
  await expect(page.getByLabel('端口')).toHaveValue('587')
  await expect(page.getByText('这里显示的是默认值')).toBeVisible()
  await expect(page.getByText('邮件不会发出')).toHaveCount(0)
  await page.unroute('**/api/email/config')
  await page.getByRole('button', { name: '重新加载' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('no kind of mail is called ready while the notification settings are unknown', async ({ page, watch }) => {
  watch.allowConsole(/500/)
  await signInAsAdmin(page)
  await page.route('**/api/settings', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: '服务器出错了，请稍后重试' } }),
  )
  await page.goto(ADMIN_PAGES.mail)
  const status = page.getByRole('region', { name: '邮件服务状态' })
  await expect(status.getByRole('alert')).toContainText('获取通知设置失败，无法判断哪些邮件会发出')
  await expect(status.getByText(/种邮件/)).toHaveCount(0)
  await page.unroute('**/api/settings')
  await status.getByRole('button', { name: '重新加载' }).click()
  await expect(status.getByText(/种邮件/).first()).toBeVisible()
})
