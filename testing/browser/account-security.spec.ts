/** The member's page 账号与安全: devices, two-factor sign-in, the own data, and closing the account. */
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { accountSecurityCalls } from '#contracts/identity/security-calls.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { setUpTwoFactor } from './admin-session.ts'
import { expect, test } from './fixtures.ts'
import { loseReplies } from './lose-reply.ts'
import { getSignInForm, signInOnSite, submitSignIn } from './site-session.ts'

const PASSWORD = 'journey password'
const UNAUTHORIZED_OR_INVALID = /status of 40[01]/

/** Registers a member by the call, and returns their token. */
async function registerMember(request: APIRequestContext, email: string): Promise<string> {
  const data = { name: '访客子', email, password: PASSWORD, agreeToTerms: true }
  return (await (await request.post(identityCalls.register.path, { data })).json()).token
}

async function openAccountPage(page: Page, email: string): Promise<void> {
  await page.goto(PAGES.myAccount)
  await signInOnSite(page, email, PASSWORD)
  await expect(page.getByRole('heading', { name: '登录的设备' })).toBeVisible()
}

const getPanel = (page: Page, name: string) => page.getByRole('region', { name })
const getToast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test('a member signs out other devices, downloads their data, and closes the account', async ({
  page,
  request,
  watch,
}) => {
  watch.allowConsole(UNAUTHORIZED_OR_INVALID)
  const email = 'closing.one@example.com'
  const token = await registerMember(request, email)
  const headers = { authorization: `Bearer ${token}` }
  const project = await request.post(projectCalls.create.path, { headers, data: { name: '客服选型' } })
  const judgesUrl = fillPath(projectCalls.inviteJudge.path, { id: (await project.json()).data.id })
  await request.post(judgesUrl, { headers, data: { name: '李评委', email: '' } })

  await openAccountPage(page, email)
  const devices = getPanel(page, '登录的设备')
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await devices.getByRole('button', { name: '退出其他设备' }).click()
  const endDialog = page.getByRole('dialog', { name: '退出其他设备？' })
  await expect(endDialog.getByLabel(/^当前密码/)).toBeFocused()
  await endDialog.getByLabel(/^当前密码/).fill('wrong password')
  await endDialog.getByRole('button', { name: '退出其他设备' }).click()
  await expect(endDialog.getByText('当前密码不正确')).toBeVisible()
  await expectAccessible(endDialog)
  await endDialog.getByLabel(/^当前密码/).fill(PASSWORD)
  await endDialog.getByRole('button', { name: '退出其他设备' }).click()
  await expect(getToast(page, '其他设备已退出登录')).toBeVisible()
  await expect(devices.getByRole('heading')).toBeFocused()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(devices.getByText('当前设备')).toBeVisible()
  expect((await request.get(identityCalls.me.path, { headers })).status()).toBe(401)
  await expectAccessible(page.getByRole('main'))

  await page.getByRole('button', { name: '下载我的数据' }).click()
  const dataDialog = page.getByRole('dialog', { name: '下载我的数据' })
  await dataDialog.getByLabel(/^当前密码/).fill('wrong password')
  await dataDialog.getByRole('button', { name: '下载', exact: true }).click()
  await expect(dataDialog.getByText('当前密码不正确')).toBeVisible()
  await expectAccessible(dataDialog)
  await dataDialog.getByLabel(/^当前密码/).fill(PASSWORD)
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^我的数据-\d{4}-\d{2}-\d{2}\.zip$/)
  const files = unzipSync(await readFile(await (await download).path()))
  expect(Buffer.from(files['评估项目.json'] ?? []).toString()).toContain('客服选型')
  await expect(dataDialog).toBeHidden()

  await page.getByRole('button', { name: '注销账号' }).click()
  const closingDialog = page.getByRole('dialog', { name: '注销账号？' })
  await expect(closingDialog.getByText('1个没有共同所有人的评估项目，连同评委的打分、证据与报告')).toBeVisible()
  await expect(closingDialog.getByText('“客服选型”有其他评委参与')).toBeVisible()
  await expectAccessible(closingDialog)
  await closingDialog.getByRole('button', { name: '永久注销账号' }).click()
  await expect(closingDialog.getByText('请输入当前密码')).toBeVisible()
  await closingDialog.getByLabel(/^当前密码/).fill(PASSWORD)
  await loseReplies(page, `**${accountSecurityCalls.closeAccount.path}`)
  watch.allowConsole(/ERR_FAILED/)
  await closingDialog.getByRole('button', { name: '永久注销账号' }).click()
  await expect(closingDialog.getByRole('alert')).toHaveText(IDENTITY_MESSAGES.closingReplyLost)
  await closingDialog.getByRole('button', { name: '永久注销账号' }).click()
  await expect(page).toHaveURL(PAGES.home)
  await expect(getToast(page, '账号已注销')).toBeVisible()

  await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
  await submitSignIn(page, email, PASSWORD)
  await expect(getSignInForm(page).getByRole('alert')).toHaveText('用户名或密码错误')
})

test('a member turns two-factor sign-in on, changes the password with a code, and turns it off', async ({
  page,
  request,
  watch,
}) => {
  watch.allowConsole(UNAUTHORIZED_OR_INVALID)
  const email = 'careful.one@example.com'
  await registerMember(request, email)
  await openAccountPage(page, email)
  const panel = getPanel(page, '两步验证')
  await panel.getByRole('button', { name: '开启两步验证' }).click()
  await panel.getByLabel(/^当前密码/).fill(PASSWORD)
  await panel.getByRole('button', { name: '下一步' }).click()
  await expect(panel.getByRole('img', { name: '两步验证的二维码' })).toBeVisible()
  await expectAccessible(panel)
  await panel.getByRole('button', { name: '取消' }).click()
  await expect(panel.getByRole('heading')).toBeFocused()

  const { recoveryCodes } = await setUpTwoFactor(page, PASSWORD)
  await expect(panel.getByText('还有10个恢复码可用')).toBeVisible()

  await page.getByRole('button', { name: '修改密码' }).click()
  const passwordDialog = page.getByRole('dialog', { name: '修改密码' })
  await passwordDialog.getByLabel(/^当前密码/).fill(PASSWORD)
  await passwordDialog.getByLabel(/^新密码/).fill('another journey password')
  await passwordDialog.getByLabel(/^验证码/).fill('000000')
  await passwordDialog.getByRole('button', { name: '修改密码' }).click()
  await expect(passwordDialog.getByText('验证码不正确或已使用过')).toBeVisible()
  await expect(passwordDialog.getByLabel(/^验证码/)).toBeFocused()
  await passwordDialog.getByLabel(/^验证码/).fill(recoveryCodes[0] ?? '')
  await passwordDialog.getByRole('button', { name: '修改密码' }).click()
  await expect(getToast(page, '密码已修改')).toBeVisible()

  await panel.getByRole('button', { name: '关闭两步验证' }).click()
  await panel.getByLabel(/^当前密码/).fill('another journey password')
  await panel.getByLabel(/^验证码/).fill(recoveryCodes[1] ?? '')
  await panel.getByRole('button', { name: '关闭两步验证' }).click()
  await expect(getToast(page, '两步验证已关闭')).toBeVisible()
  await expect(panel.getByText('未开启')).toBeVisible()
})
