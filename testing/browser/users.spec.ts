/** User management: invitation by mail, disabling, and resetting a forgotten password. */

import type { Locator, Page } from '@playwright/test'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { buildCallUrl } from '#contracts/call-url.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { userCalls } from '#contracts/users/calls.ts'
import { type SmtpTestServer, startSmtpServer } from '../smtp-server.ts'
import { createTemporaryUser, createUserWith, signInAsAdmin } from './admin-session.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'
import { loseReplies } from './lose-reply.ts'
import { enableMail, findInMail } from './mails.ts'

const test = createIsolatedTest()

const REJECTED_STATUS = /status of 40[13]/
let smtp: SmtpTestServer

test.beforeAll(async () => {
  smtp = await startSmtpServer({ disabledCommands: ['STARTTLS'] })
})
test.afterAll(() => smtp.close())

/** Returns the link in the newest mail to an address. */
const findSentLink = (address: string) => findInMail(smtp, address, /http:\S+#token=[\w-]{43}/)

async function signInToBackOffice(page: Page, email: string, password: string) {
  await page.goto(ADMIN_PAGES.login)
  await page.getByLabel('用户名').fill(email)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { name: '工作台' })).toBeVisible()
}

const signOut = (page: Page) => page.getByRole('button', { name: '退出登录' }).click()

test('an invited colleague sets a password by the mailed link and signs in', async ({ page, browser, server }) => {
  await enableMail({ page, token: await signInAsAdmin(page), smtp })
  await page.goto(ADMIN_PAGES.users)
  await page.getByRole('button', { name: '添加用户' }).click()
  const dialog = page.getByRole('dialog', { name: '添加用户' })
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('请填写用户姓名和邮箱').first()).toBeVisible()
  await dialog.getByLabel('姓名').fill('林工')
  await dialog.getByLabel('邮箱', { exact: true }).fill('lin@example.com')
  await expect(dialog.getByText('请只授予完全信任的人')).toBeVisible()
  await expect(dialog.getByLabel('发送邀请邮件，由对方设置')).toBeChecked()
  // A double click submits once.
  await dialog.getByRole('button', { name: '保存' }).dblclick()
  await expect(page.getByText('邀请邮件已加入发件箱，马上发出')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'lin@example.com' })).toContainText('已邀请，待设置密码')

  const theirs = await browser.newPage({ baseURL: server })
  await theirs.goto(await findSentLink('lin@example.com'))
  await expect(theirs.getByLabel(/^新密码/)).toBeVisible()
  await expect(theirs).toHaveURL(/\/account\/password$/)
  await theirs.getByLabel(/^新密码/).fill('12345')
  await theirs.getByRole('button', { name: '设置密码' }).click()
  await expect(theirs.getByText('新密码长度至少为6位')).toBeVisible()
  await theirs.getByLabel(/^新密码/).fill('a password of mine')
  await theirs.getByRole('button', { name: '设置密码' }).click()
  await expect(theirs.getByText('密码已设置，请登录：lin@example.com')).toBeVisible()
  await theirs.getByRole('link', { name: '登录管理后台' }).click()
  await signInToBackOffice(theirs, 'lin@example.com', 'a password of mine')
  await theirs.close()
})

/** Fills in the name and the email address of a new user. Returns the dialog. */
async function fillNewUser(page: Page, { name, email }: { name: string; email: string }): Promise<Locator> {
  await page.goto(ADMIN_PAGES.users)
  await page.getByRole('button', { name: '添加用户' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('姓名').fill(name)
  await dialog.getByLabel('邮箱', { exact: true }).fill(email)
  return dialog
}

test('a new user is created once if the reply is lost, keeps what was typed during the save, and stays invited', async ({
  page,
  watch,
}) => {
  // The server rejects a changed request, whose key the first one has used.
  watch.allowConsole(/ERR_FAILED|status of 422/)
  await enableMail({ page, token: await signInAsAdmin(page), smtp })
  const dialog = await fillNewUser(page, { name: '秦工', email: 'qin@example.com' })
  await dialog.getByLabel('现在设置').check()
  await dialog.getByLabel('密码', { exact: true }).fill('until the first sign-in')
  await loseReplies(page, `**${userCalls.create.path}`)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByRole('alert')).toContainText('保存用户信息失败，请重试')

  await page.route(
    `**${userCalls.create.path}`,
    async (route) => {
      await dialog.getByLabel('公司').fill('某银行')
      await route.continue()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('用户已创建')).toBeVisible()
  await expect(dialog.getByText('编辑用户“秦工”')).toBeVisible()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('用户信息已保存')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'qin@example.com' })).toContainText('某银行')

  await test.step('an invited user whose values are changed after a lost reply is updated', async () => {
    const invitation = await fillNewUser(page, { name: '苏工', email: 'su@example.com' })
    await loseReplies(page, `**${userCalls.create.path}`)
    await invitation.getByRole('button', { name: '保存' }).click()
    await expect(invitation.getByRole('alert')).toContainText('保存用户信息失败，请重试')

    await invitation.getByLabel('公司').fill('某证券')
    await invitation.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('用户信息已保存')).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: '苏工' })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('某证券')
    await expect(row).toContainText('已邀请，待设置密码')
  })
})

test('a changed role applies at the next rejected call, and a disabled user is signed out', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.allowConsole(REJECTED_STATUS)
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  await createUserWith(page.request, { name: '周工', email: 'zhou@example.com', password: 'until today' })

  const theirs = await browser.newPage({ baseURL: server })
  await signInToBackOffice(theirs, 'zhou@example.com', 'until today')

  const { _id: id } = JSON.parse((await theirs.evaluate(() => localStorage.getItem('auth_user'))) ?? '')
  await page.request.put(buildCallUrl(userCalls.update, { params: { id } }), { headers, data: { role: 'reviewer' } })
  const menu = theirs.getByRole('navigation', { name: '后台菜单' })
  await menu.getByRole('link', { name: ADMIN_SCREENS.agentProducts.title }).click()
  await expect(theirs.getByRole('heading', { name: '没有权限' })).toBeVisible()
  await expect(menu.getByRole('link', { name: ADMIN_SCREENS.agentProducts.title })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: ADMIN_SCREENS.leads.title })).toBeVisible()

  await page.goto(ADMIN_PAGES.users)
  await page.getByLabel('搜索', { exact: true }).fill('zhougong')
  await expect(page).toHaveURL(/search=zhougong/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: '禁用：周工' }).click()
  const confirmation = page.getByRole('dialog', { name: '禁用“周工”？' })
  await expect(confirmation).toContainText('立即退出登录')
  await confirmation.getByRole('button', { name: '禁用' }).click()
  await expect(page.getByText('用户已禁用')).toBeVisible()
  await expect(page.getByRole('table').getByText('已禁用')).toBeVisible()

  await theirs.getByRole('link', { name: '我的账号' }).click()
  await expect(theirs).toHaveURL(/\/admin\/login/)
  await theirs.getByLabel('用户名').fill('zhou@example.com')
  await theirs.getByLabel('密码', { exact: true }).fill('until today')
  await theirs.getByRole('button', { name: '登录', exact: true }).click()
  await expect(theirs.getByRole('alert')).toContainText('账号已被禁用')
  await theirs.close()

  await page.getByRole('button', { name: '删除：周工' }).click()
  await page.getByRole('dialog', { name: '确定要删除用户“周工”吗？' }).getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('没有符合条件的用户')).toBeVisible()
})

test('ended sessions have to sign in again, keep what was typed, and spare the administrator', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.allowConsole(REJECTED_STATUS)
  await signInAsAdmin(page)
  await createUserWith(page.request, { name: '钱工', email: 'qian@example.com', password: 'until today' })
  const theirs = await browser.newPage({ baseURL: server })
  await signInToBackOffice(theirs, 'qian@example.com', 'until today')
  const signInAgain = theirs.getByRole('dialog', { name: '登录已过期' })
  async function saveAndSignInAgain(name: string) {
    await theirs.getByRole('button', { name: '保存资料' }).click()
    await signInAgain.getByLabel('密码', { exact: true }).fill('until today')
    await signInAgain.getByRole('button', { name: '登录', exact: true }).click()
    await expect(signInAgain).toBeHidden()
    // The message of the save before may still be shown.
    await expect(theirs.getByText('资料已更新').last()).toBeVisible()
    await expect(theirs.getByLabel('姓名')).toHaveValue(name)
  }
  /** Confirms in the dialog, which closes when the sessions have ended. */
  async function confirm(question: string, answer: string) {
    const dialog = page.getByRole('dialog', { name: question })
    await dialog.getByRole('button', { name: answer }).click()
    await expect(dialog).toBeHidden()
  }
  await theirs.goto(ADMIN_PAGES.account)
  await page.goto(ADMIN_PAGES.users)

  await theirs.getByLabel('姓名').fill('钱工程师')
  await page.getByRole('button', { name: '结束会话：钱工' }).click()
  await confirm('结束“钱工”的全部会话？', '结束会话')
  await saveAndSignInAgain('钱工程师')

  await theirs.getByLabel('姓名').fill('钱总工')
  await page.getByRole('button', { name: '结束全部会话' }).click()
  await confirm('结束全部用户的会话？', '全部结束')
  await saveAndSignInAgain('钱总工')
  await page.reload()
  await expect(page.getByRole('row', { name: /钱总工/ })).toBeVisible()
  await theirs.close()
})

test('an action whose reply is lost says that it may have taken effect, and succeeds if it is repeated', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/ERR_FAILED|status of 404/)
  await signInAsAdmin(page)
  await createUserWith(page.request, { name: '吴工', email: 'wu@example.com', password: 'until today' })
  await page.goto(`${ADMIN_PAGES.users}?search=wugong`)
  const replyLost = page.getByText(ADMIN_MESSAGES.actionReplyLost)

  await test.step('disabling shows the new status', async () => {
    await loseReplies(page, '**/api/users/*/status')
    await page.getByRole('button', { name: '禁用：吴工' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '禁用' }).click()
    await expect(replyLost).toBeVisible()
    await expect(page.getByRole('table').getByText('已禁用')).toBeVisible()
    await expect(replyLost).toBeHidden()
  })

  await test.step('deleting succeeds when it is repeated, while the list is outdated', async () => {
    await loseReplies(page, '**/api/users/*')
    await page.route(/\/api\/users\?/, (route) => route.abort(), { times: 1 })
    const remove = async () => {
      await page.getByRole('button', { name: '删除：吴工' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    }
    await remove()
    await expect(replyLost).toBeVisible()
    await remove()
    await expect(page.getByText('用户已删除')).toBeVisible()
    await expect(page.getByText('没有符合条件的用户')).toBeVisible()
  })
})

test('concurrent edits of a user are neither lost nor silently overwritten', async ({ page, watch }) => {
  watch.allowConsole(/412/)
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  const data = { name: '郑工', email: 'zheng@example.com', role: 'viewer', password: 'for two people' }
  const { _id: id } = (await (await page.request.post(userCalls.create.path, { headers, data })).json()).data
  const path = buildCallUrl(userCalls.get, { params: { id } })
  await page.goto(ADMIN_PAGES.users)
  await page.getByRole('button', { name: '编辑：郑工' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑用户“郑工”' })
  await dialog.getByLabel('公司').fill('我的公司')
  await dialog.getByLabel('职位').fill('工程师')
  await page.request.put(path, { headers, data: { company: '同事的公司', phone: '13800000138' } })

  await dialog.getByRole('button', { name: '保存' }).click()
  const conflict = page.getByRole('dialog', { name: '内容已被更新，请合并后保存' })
  const field = (name: string) => conflict.getByRole('listitem').filter({ hasText: name })
  await expect(field('公司')).toContainText('双方都改过')
  await expect(field('电话')).toContainText('对方改过')
  await expect(conflict).toContainText(/您编辑期间，管理员于\d{4}年\d{1,2}月\d{1,2}日 \d{2}:\d{2}保存了新的版本/)
  await field('公司').getByRole('radio', { name: /我的/ }).check()
  await conflict.getByRole('button', { name: '合并并保存' }).click()
  await expect(page.getByText('用户信息已保存')).toBeVisible()
  await expect(dialog).toBeHidden()
  const stored = await (await page.request.get(path, { headers })).json()
  expect(stored.data).toMatchObject({ company: '我的公司', position: '工程师', phone: '13800000138', version: 3 })
})

test('a forgotten password is reset by the mailed link, which works only once', async ({ page, browser, server }) => {
  const token = await signInAsAdmin(page)
  await enableMail({ page, token, smtp })
  await createTemporaryUser(page.request, { name: '吴工', email: 'wu@example.com', role: 'viewer' })

  const theirs = await browser.newPage({ baseURL: server })
  await theirs.goto(ADMIN_PAGES.login)
  await theirs.getByLabel('用户名').fill('wu@example.com')
  await theirs.getByRole('button', { name: '忘记密码？' }).click()
  await expect(theirs.getByLabel('邮箱')).toHaveValue('wu@example.com')
  await theirs.getByRole('button', { name: '发送重置邮件' }).click()
  await expect(theirs.getByText('如果该邮箱已注册，重置密码的邮件将很快送达')).toBeVisible()
  const link = await findSentLink('wu@example.com')
  await theirs.goto(link)
  await theirs.getByLabel(/^新密码/).fill('remembered now')
  await theirs.getByRole('button', { name: '设置密码' }).click()
  await theirs.getByRole('link', { name: '登录管理后台' }).click()
  await signInToBackOffice(theirs, 'wu@example.com', 'remembered now')
  // A read-only role sees no email addresses and no actions.
  await theirs.goto(ADMIN_PAGES.users)
  await expect(theirs.getByRole('table', { name: '用户' }).getByText('吴工')).toBeVisible()
  await expect(theirs.getByText('wu@example.com')).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: '添加用户' })).toHaveCount(0)
  await signOut(theirs)

  await theirs.goto(link)
  await theirs.getByLabel(/^新密码/).fill('once more')
  await theirs.getByRole('button', { name: '设置密码' }).click()
  await expect(theirs.getByRole('alert')).toContainText('链接无效、已使用或已过期')
  await theirs.getByRole('button', { name: '重新获取重置邮件' }).click()
  const requestForm = theirs.getByRole('form', { name: '忘记密码' })
  await expect(requestForm.getByLabel('邮箱')).toBeFocused()
  await requestForm.getByLabel('邮箱').fill('nobody.at.all@example.com')
  await requestForm.getByRole('button', { name: '发送重置邮件' }).click()
  await expect(requestForm.getByRole('status')).toContainText('如果该邮箱已注册，重置密码的邮件将很快送达')
  await theirs.close()
})
