/** Registration, sign-in and profile, from the header of any page. */
import type { Page } from '@playwright/test'
import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { vendorCalls } from '#contracts/vendors/calls.ts'
import { expectAccessible, setNarrowViewport } from './accessibility.ts'
import { createTemporaryUser, TEMPORARY_PASSWORD } from './admin-session.ts'
import { expect, test } from './fixtures.ts'
import { loseReplies } from './lose-reply.ts'
import { MISSING_USERNAME, signInByForm, submitSignIn } from './site-session.ts'

const PASSWORD = 'journey password'
const UNAUTHORIZED = /status of 401/

const getDialog = (page: Page) => page.getByRole('dialog')
const getAccountButton = (page: Page, name: string) => page.getByRole('button', { name: `账号：${name}` })

async function openSignIn(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
  await expect(getDialog(page).getByRole('heading', { name: '登录' })).toBeVisible()
}

async function register(page: Page, name: string, email: string) {
  await openSignIn(page)
  await getDialog(page).getByRole('button', { name: '注册新账号' }).click()
  await fillRegistration(page, name, email)
}

async function fillRegistration(page: Page, name: string, email: string) {
  const form = getDialog(page).getByRole('form', { name: '注册' })
  await form.getByLabel('姓名').fill(name)
  await form.getByLabel('邮箱').fill(email)
  await form.getByLabel(/^密码/).fill(PASSWORD)
  await form.getByLabel('我已阅读并同意').check()
  await form.getByRole('button', { name: '注册' }).click()
}

test('a visitor registers, edits the profile, signs out and signs in again', { tag: '@firefox' }, async ({ page }) => {
  await page.goto('/')
  await register(page, '访客甲', 'Journey.One@example.com')
  await expect(page.getByRole('alert').filter({ hasText: '注册成功' })).toBeVisible()
  await expect(getAccountButton(page, '访客甲')).toBeFocused()

  await getAccountButton(page, '访客甲').click()
  await page.getByRole('button', { name: '我的资料' }).click()
  await expect(getDialog(page).getByText('journey.one@example.com')).toBeVisible()
  await getDialog(page).getByLabel('姓名').fill('')
  await getDialog(page).getByRole('button', { name: '保存' }).click()
  await expect(getDialog(page).getByLabel('姓名')).toBeFocused()
  await expect(getDialog(page).getByText('请输入姓名')).toBeVisible()
  await getDialog(page).getByLabel('姓名').fill('访客乙')
  await getDialog(page).getByLabel('公司').fill('某银行')
  await getDialog(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '资料已更新' })).toBeVisible()

  const refreshed = page.waitForResponse('**/api/auth/refresh-session')
  await page.reload()
  expect(await (await refreshed).json()).toMatchObject({ valid: true, user: { name: '访客乙', company: '某银行' } })
  await getAccountButton(page, '访客乙').click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '已退出登录' })).toBeVisible()

  await openSignIn(page)
  await submitSignIn(page, 'JOURNEY.ONE', PASSWORD)
  await expect(getAccountButton(page, '访客乙')).toBeVisible()
})

test('a session that the server has ended keeps the input until it is renewed, and is removed by a reload', async ({
  page,
  watch,
}) => {
  watch.allowConsole(UNAUTHORIZED)
  await page.goto('/')
  await register(page, '访客丙', 'journey.ended@example.com')
  await getAccountButton(page, '访客丙').click()
  await page.getByRole('button', { name: '我的资料' }).click()
  const profile = page.getByRole('form', { name: '我的资料' })
  await profile.getByLabel('公司').fill('某保险公司')
  const endSession = async () => {
    const stored = JSON.parse(await page.evaluate(() => localStorage.getItem('zhijian.session') ?? '{}'))
    expect(Object.keys(stored).sort()).toEqual(['isAuthenticated', 'token', 'user'])
    await page.request.post(identityCalls.logout.path, { headers: { authorization: `Bearer ${stored.token}` } })
  }
  await endSession()
  await profile.getByRole('button', { name: '保存' }).click()

  const signInDialog = page.getByRole('dialog', { name: '登录' })
  await expect(signInDialog).toContainText('登录已失效，请重新登录')
  await expectAccessible(signInDialog)
  await signInByForm(page, 'journey.ended', PASSWORD)
  await expect(profile.getByLabel('公司')).toHaveValue('某保险公司')
  await profile.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '资料已更新' })).toBeVisible()

  await endSession()
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: '登录' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('zhijian.session'))).toBeNull()
})

test('a registration whose reply was lost signs in when it is repeated, and other tabs follow', async ({
  page,
  context,
  watch,
}) => {
  watch.allowConsole(/409|ERR_FAILED/)
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/')
  await loseReplies(page, `**${identityCalls.register.path}`)
  await register(page, '访客癸', 'journey.ten@example.com')
  const form = getDialog(page).getByRole('form', { name: '注册' })
  await expect(form.getByRole('alert')).toHaveText(IDENTITY_MESSAGES.registrationReplyLost)
  // The message is above the button: the first field would scroll it out of view.
  await expect(form.getByRole('button', { name: '注册' })).toBeFocused()
  await form.getByRole('button', { name: '注册' }).click()
  await expect(getAccountButton(page, '访客癸')).toBeVisible()

  await expect(getAccountButton(other, '访客癸')).toBeVisible()
  await getAccountButton(other, '访客癸').click()
  await other.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: '登录' })).toBeVisible()
})

test('forms are loaded when they are opened, show errors and keep their input', async ({ page, watch }) => {
  watch.allowConsole(UNAUTHORIZED)
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(requestedUrls.filter((url) => /account|\/api\/auth/.test(url))).toEqual([])
  await openSignIn(page)
  const form = getDialog(page).getByRole('form', { name: '登录' })
  await expect(form.getByLabel('用户名或邮箱')).toBeFocused()
  await form.getByRole('button', { name: '登录' }).click()
  await expect(form.getByText('请输入用户名')).toBeVisible()
  await expect(form.getByText('请输入密码')).toBeVisible()
  await expect(form.getByLabel('用户名或邮箱')).toBeFocused()

  await submitSignIn(page, 'journey.nobody', 'wrong password')
  await expect(form.getByRole('alert')).toHaveText('用户名或密码错误')
  await expect(form.getByLabel('用户名或邮箱')).toHaveValue('journey.nobody')
  await form.getByRole('button', { name: '显示密码' }).click()
  await expect(form.getByRole('textbox', { name: '密码' })).toHaveValue('wrong password')

  await getDialog(page).getByRole('button', { name: '注册新账号' }).click()
  await expect(getDialog(page).getByLabel('姓名')).toBeFocused()
  await getDialog(page).getByRole('button', { name: '去登录' }).click()
  await expect(form.getByLabel('用户名或邮箱')).toBeFocused()
  await expect(form.getByLabel('用户名或邮箱')).toHaveValue('journey.nobody')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('banner').getByRole('button', { name: '登录' })).toBeFocused()
})

test('a member must first change a password that an administrator has set', async ({ page, request, watch }) => {
  watch.allowConsole(/400/)
  const email = 'journey.member@zhijian.test'
  await createTemporaryUser(request, { email, name: '访客己', role: 'member' })
  await page.goto('/')
  await openSignIn(page)
  await submitSignIn(page, email, TEMPORARY_PASSWORD)
  await expect(getDialog(page).getByRole('heading', { name: '请先修改密码' })).toBeVisible()
  await page.keyboard.press('Escape')
  await getAccountButton(page, '访客己').click()
  await page.getByRole('button', { name: '我的资料' }).click()
  const form = getDialog(page).getByRole('form', { name: '修改密码' })
  await form.getByLabel(/^当前密码/).fill(TEMPORARY_PASSWORD)
  await form.getByLabel(/^新密码/).fill('journey.member')
  await form.getByRole('button', { name: '修改密码' }).click()
  await expect(form.getByText('密码不能是姓名、邮箱或网站名称')).toBeVisible()
  await expectAccessible(getDialog(page))
  await form.getByLabel(/^新密码/).fill(PASSWORD)
  await form.getByRole('button', { name: '修改密码' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '密码已修改' })).toBeVisible()
  await getAccountButton(page, '访客己').click()
  await page.getByRole('button', { name: '我的资料' }).click()
  await expect(getDialog(page).getByLabel('姓名')).toHaveValue('访客己')
})

test('a member changes the password and signs in with the new one', async ({ page, watch }) => {
  watch.allowConsole(/40[01]|ERR_FAILED/)
  await page.goto('/my')
  await register(page, '访客庚', 'journey.seven@example.com')
  await page.getByRole('region', { name: '账号' }).getByRole('button', { name: '修改密码' }).click()
  const form = getDialog(page).getByRole('form', { name: '修改密码' })
  await expect(form.getByLabel(/^当前密码/)).toBeFocused()
  await form.getByLabel(/^当前密码/).fill('wrong password')
  await form.getByLabel(/^新密码/).fill('another journey')
  await form.getByRole('button', { name: '修改密码' }).click()
  await expect(form.getByText('当前密码不正确')).toBeVisible()
  await form.getByLabel(/^当前密码/).fill(PASSWORD)
  await page.route(`**${identityCalls.changePassword.path}`, (route) => route.abort(), { times: 1 })
  await form.getByRole('button', { name: '修改密码' }).click()
  await expect(form.getByRole('alert')).toContainText('密码可能已经修改')
  await form.getByRole('button', { name: '修改密码' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '密码已修改' })).toBeVisible()

  await getAccountButton(page, '访客庚').click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await openSignIn(page)
  await submitSignIn(page, 'journey.seven@example.com', 'another journey')
  await expect(getAccountButton(page, '访客庚')).toBeVisible()
  await getAccountButton(page, '访客庚').click()
  await page.getByRole('banner').getByRole('button', { name: '修改密码' }).click()
  await expect(getDialog(page).getByRole('heading', { name: '修改密码' })).toBeVisible()
})

test('a member with an unverified email address sees how to verify it', async ({ page, watch }) => {
  watch.allowConsole(/503|409|400/)
  await page.goto('/my/products')
  await register(page, '访客辛', 'journey.eight@example.com')
  await expect(page.getByRole('heading', { name: '先验证邮箱' })).toBeVisible()
  await expect(page.getByText('journey.eight@example.com，打开其中的链接')).toBeVisible()
  await page.getByRole('button', { name: '发送验证邮件' }).click()
  await expect(page.getByText('邮件服务尚未启用')).toBeVisible()

  // The address is verified in another tab, whose link the member returns from.
  await page.route(`**${vendorCalls.listOwn.path}`, (route) =>
    route.fulfill({ json: { success: true, data: { isEmailVerified: true, products: [] } } }),
  )
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByRole('heading', { name: '先验证邮箱' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: '提交产品' }).filter({ visible: true }).first()).toBeVisible()
})

test('a visitor who verifies an address is signed in by the password, and a member is not asked to', async ({
  page,
  watch,
}) => {
  watch.allowConsole(MISSING_USERNAME)
  const email = 'journey.link@example.com'
  const member = { name: '访客癸', email, password: PASSWORD, agreeToTerms: true }
  expect((await page.request.post(identityCalls.register.path, { data: member })).ok()).toBe(true)
  await page.route(`**${accountLinkCalls.verifyEmail.path}`, (route) =>
    route.fulfill({ json: { success: true, data: { email }, message: ACCOUNT_LINK_MESSAGES.emailVerified } }),
  )
  await page.goto(`${SITE_PAGES.verifyEmail.path}#token=${'c'.repeat(43)}`)
  await expect(page.getByLabel(/^密码/)).toBeVisible()
  await expect(page).toHaveURL(SITE_PAGES.verifyEmail.path)
  await page.reload()
  await page.getByLabel(/^密码/).pressSequentially(PASSWORD)
  await page.getByRole('button', { name: '验证邮箱' }).click()
  await expect(page.getByRole('status').filter({ hasText: '邮箱已验证' })).toBeFocused()
  await expect(getAccountButton(page, '访客癸')).toBeVisible()
  // A used token isn't stored any longer.
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('链接不完整')

  await page.goto('about:blank')
  await page.goto(`${SITE_PAGES.verifyEmail.path}#token=${'a'.repeat(43)}`)
  await page.getByRole('button', { name: '验证邮箱' }).click()
  await expect(page.getByText('请输入密码')).toBeVisible()
  await page.getByLabel(/^密码/).fill('another journey')
  await page.getByRole('button', { name: '验证邮箱' }).click()
  await expect(page.getByText('邮箱已验证', { exact: true })).toBeVisible()
})

test('a visitor with a second factor is asked for its code after setting a password', async ({ page, watch }) => {
  watch.allowConsole(MISSING_USERNAME)
  const result = {
    email: 'journey.factor@example.com',
    isForBackOffice: false,
    active: true,
    deviceToken: 'd'.repeat(43),
  }
  await page.route(`**${accountLinkCalls.setPassword.path}`, (route) =>
    route.fulfill({ json: { success: true, data: result, message: ACCOUNT_LINK_MESSAGES.passwordSet } }),
  )
  await page.route(`**${identityCalls.login.path}`, (route) =>
    route.fulfill({
      json: { success: false, twoFactorRequired: true, challenge: 'e'.repeat(43), message: '请输入验证码' },
    }),
  )
  await page.goto(`${SITE_PAGES.setPassword.path}#token=${'f'.repeat(43)}`)
  await page.getByLabel(/^新密码/).pressSequentially(PASSWORD)
  await page.getByRole('button', { name: '设置密码' }).click()
  await expect(page.getByLabel('两步验证码')).toBeFocused()
  await page.getByRole('button', { name: '返回，重新输入密码' }).click()
  await expect(page.getByRole('status').filter({ hasText: ACCOUNT_LINK_MESSAGES.passwordSet })).toBeVisible()
})

for (const {
  page: { title, path },
  call,
  explanation,
} of [
  {
    page: SITE_PAGES.setPassword,
    call: accountLinkCalls.setPassword,
    explanation: ACCOUNT_LINK_MESSAGES.passwordProbablySet,
  },
  {
    page: SITE_PAGES.verifyEmail,
    call: accountLinkCalls.verifyEmail,
    explanation: ACCOUNT_LINK_MESSAGES.emailProbablyVerified,
  },
])
  test(`the page ${title} explains links without a token, unknown and probably used`, async ({ page, watch }) => {
    watch.allowConsole(/404|ERR_FAILED/)
    watch.allowConsole(MISSING_USERNAME)
    const send = async () => {
      await page.getByLabel(/^新?密码/).fill('another journey')
      await page.getByRole('button', { name: title }).click()
    }
    for (const fragment of ['', '#token=']) {
      await page.goto('about:blank')
      await page.goto(path + fragment)
      await expect(page.getByRole('alert')).toContainText('链接不完整')
    }
    await page.goto('about:blank')
    await page.goto(`${path}#token=${'b'.repeat(43)}`)
    await send()
    await expect(page.getByRole('alert')).toHaveText(ACCOUNT_LINK_MESSAGES.linkInvalid)
    await expect(page.getByRole('alert')).toBeFocused()

    await page.goto('about:blank')
    await page.goto(`${path}#token=${'c'.repeat(43)}`)
    await loseReplies(page, `**${call.path}`)
    await send()
    await expect(page.getByRole('alert')).toBeVisible()
    // The token is unknown to the server, as if the first request had used it.
    await page.getByRole('button', { name: title }).click()
    await expect(page.getByRole('alert')).toHaveText(explanation)
    await expect(page.getByRole('button', { name: '登录' }).last()).toBeVisible()
  })

test('the dialogs are accessible, and the site’s name is shown in full next to a long user name', async ({ page }) => {
  const name = '姓名特别长的访客'.repeat(3)
  await setNarrowViewport(page)
  await page.goto('/')
  await openSignIn(page)
  await getDialog(page).getByRole('form', { name: '登录' }).getByRole('button', { name: '登录' }).click()
  await expectAccessible(getDialog(page))
  await getDialog(page).getByRole('button', { name: '注册新账号' }).click()
  await expectAccessible(getDialog(page))
  await fillRegistration(page, name, 'journey.axe@example.com')
  await expect(getAccountButton(page, name)).toBeVisible()
  const siteName = page.getByRole('banner').getByText('智鉴', { exact: true })
  for (const width of [1_024, 1_280]) {
    await page.setViewportSize({ width, height: 800 })
    const { scrollWidth, clientWidth } = await siteName.evaluate((element) => ({
      scrollWidth: element.scrollWidth,
      clientWidth: element.clientWidth,
    }))
    expect(scrollWidth, `at ${width} px`).toBe(clientWidth)
  }
  await getAccountButton(page, name).click()
  await expectAccessible(page.getByRole('button', { name: '我的资料' }))
  await page.getByRole('button', { name: '我的资料' }).click()
  await expectAccessible(getDialog(page))
})
