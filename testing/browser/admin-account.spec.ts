/**
 * The user's own account in the back office: profile, password, two-factor sign-in, devices. Each test has its own
 * user.
 */

import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { twoFactorCalls } from '#contracts/identity/security-calls.ts'
import { generateCode, getTimeStep } from '#server/modules/identity/two-factor/one-time-codes.ts'
import { expectAccessible } from './accessibility.ts'
import {
  createTemporaryUser,
  createUser,
  getSection,
  setUpTwoFactor,
  signInAs,
  TEMPORARY_PASSWORD,
  USER_PASSWORD,
} from './admin-session.ts'
import { expect, test } from './fixtures.ts'
import { loseReplies } from './lose-reply.ts'

test('a user edits the profile, with errors shown at their fields', async ({ page, request }) => {
  await createUser(request, 'journey.profile')
  await signInAs(page, 'journey.profile')
  const profile = getSection(page, '个人资料')
  await profile.getByLabel('姓名').fill('')
  await profile.getByRole('button', { name: '保存资料' }).click()
  await expect(profile.getByText('请输入姓名')).toBeVisible()
  await expect(profile.getByLabel('姓名')).toBeFocused()
  await profile.getByLabel('姓名').fill('陈编辑')
  await profile.getByLabel('公司').fill('某研究所')
  await profile.getByRole('button', { name: '保存资料' }).click()
  await expect(page.getByText('资料已更新')).toBeVisible()
  await page.reload()
  await expect(profile.getByLabel('姓名')).toHaveValue('陈编辑')
  await expect(profile.getByLabel('公司')).toHaveValue('某研究所')
})

test('a changed password signs out other devices and is required from then on', async ({
  page,
  request,
  browser,
  watch,
}) => {
  test.slow()
  watch.allowConsole(/40[01]|ERR_FAILED/)
  await createUser(request, 'journey.password')
  const other = await (await browser.newContext()).newPage()
  await signInAs(other, 'journey.password')
  await expect(other.getByRole('heading', { name: '我的账号' })).toBeVisible()

  await signInAs(page, 'journey.password')
  const form = getSection(page, '修改密码')
  await form.getByLabel('当前密码').fill('not the password')
  await form.getByLabel('新密码', { exact: true }).fill('a second password')
  await form.getByLabel('再次输入新密码').fill('another second password')
  await form.getByRole('button', { name: '修改密码' }).click()
  await expect(form.getByText('两次输入的新密码不一致')).toBeVisible()
  await form.getByLabel('再次输入新密码').fill('a second password')
  await form.getByRole('button', { name: '修改密码' }).click()
  await expect(form.getByText('当前密码不正确')).toBeVisible()
  await expect(form.getByLabel('当前密码')).toBeFocused()
  await form.getByLabel('当前密码').fill(USER_PASSWORD)
  await page.route(`**${identityCalls.changePassword.path}`, (route) => route.abort(), { times: 1 })
  await form.getByRole('button', { name: '修改密码' }).click()
  await expect(form.getByRole('alert')).toContainText('密码可能已经修改')
  await form.getByRole('button', { name: '修改密码' }).click()
  await expect(page.getByText('密码已修改，其他设备已退出登录')).toBeVisible()

  await other.goto(ADMIN_PAGES.dashboard)
  await expect(other.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await other.context().close()

  await page.getByRole('button', { name: '退出登录' }).click()
  await signInAs(page, 'journey.password')
  await expect(page.getByRole('alert')).toContainText('用户名或密码错误')
  await signInAs(page, 'journey.password', { password: 'a second password' })
  await expect(page.getByRole('heading', { name: '我的账号' })).toBeVisible()
})

test('a password set by an administrator must be changed before any screen opens', async ({ page, request, watch }) => {
  watch.allowConsole(/40[03]/)
  const email = 'journey.temporary@zhijian.test'
  await createTemporaryUser(request, { email })
  await signInAs(page, email, { password: TEMPORARY_PASSWORD, to: ADMIN_PAGES.dashboard })
  await expect(page.getByRole('heading', { name: '请先修改密码' })).toBeVisible()
  await expectAccessible(page.getByRole('main'))
  const form = getSection(page, '修改密码')
  const screenLoad = Promise.withResolvers<void>()
  await page.route('**/account-screen-*.js', async (route) => {
    await screenLoad.promise
    await route.continue()
  })
  const link = page.getByRole('link', { name: '我的账号' })
  await link.click()
  await form.getByLabel('当前密码').fill('typed while the screen was loading')
  screenLoad.resolve()
  await expect(link).toHaveAttribute('aria-current', 'page')
  await expect(form.getByLabel('当前密码')).toHaveValue('typed while the screen was loading')
  await expect(page.getByRole('heading', { name: '请先修改密码' })).toBeVisible()
  await expect(getSection(page, '登录的设备')).toHaveCount(0)
  const change = async (password: string) => {
    await form.getByLabel('当前密码').fill(TEMPORARY_PASSWORD)
    await form.getByLabel('新密码', { exact: true }).fill(password)
    await form.getByLabel('再次输入新密码').fill(password)
    await form.getByRole('button', { name: '修改密码' }).click()
  }
  await change('password1')
  await expect(form.getByText('这个密码太常见，容易被猜到，请换一个')).toBeVisible()
  await expect(form.getByLabel('新密码', { exact: true })).toBeFocused()
  await change(USER_PASSWORD)
  await expect(page.getByText('密码已修改，其他设备已退出登录')).toBeVisible()
  await expect(getSection(page, '登录的设备')).toBeVisible()
  await page.reload()
  await expect(getSection(page, '登录的设备')).toBeVisible()
})

test('repeated wrong passwords delay signing in, except on a device that has signed in before', async ({
  page,
  request,
  browser,
  watch,
}) => {
  test.slow()
  watch.allowConsole(/401|429/)
  const email = 'journey.slowed@zhijian.test'
  await createUser(request, 'journey.slowed')
  const knownDevice = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await signInAs(knownDevice, email)
  await knownDevice.getByRole('button', { name: '退出登录' }).click()
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect((await request.post(identityCalls.login.path, { data: { email, password: 'a guess' } })).status()).toBe(401)
  await signInAs(page, email)
  await expect(page.getByRole('alert')).toContainText(/^登录尝试次数过多，请(\d+秒|1分钟)后再试$/)
  await signInAs(knownDevice, email)
  await expect(knownDevice.getByRole('heading', { name: '我的账号' })).toBeVisible()
  await knownDevice.context().close()
})

test('two-factor sign-in accepts a code, and a recovery code only once', async ({ page, request, watch }) => {
  test.slow()
  watch.allowConsole(/40[01]/)
  await createUser(request, 'journey.factor')
  await signInAs(page, 'journey.factor')
  const panel = getSection(page, '两步验证')
  const { secret, step, recoveryCodes } = await setUpTwoFactor(page, USER_PASSWORD)
  const [recoveryCode = ''] = recoveryCodes
  expect(recoveryCode).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/)
  await expect(panel.getByText('还有10个恢复码可用。')).toBeVisible()

  await panel.getByRole('button', { name: '重新生成恢复码' }).click()
  await panel.getByLabel('当前密码').fill(USER_PASSWORD)
  await panel.getByLabel('验证码').fill('000000')
  await panel.getByRole('button', { name: '重新生成', exact: true }).click()
  await expect(panel.getByText('验证码不正确或已使用过')).toBeVisible()
  await panel.getByRole('button', { name: '取消' }).click()

  await page.getByRole('button', { name: '退出登录' }).click()
  await signInAs(page, 'journey.factor')
  await expect(page.getByText('请联系运维人员重置登录')).toBeVisible()
  // A code is accepted only once, but the code of the next time step is accepted early, so the test doesn't wait.
  await page.getByLabel('两步验证码').fill(generateCode(secret, step + 1))
  await page.getByRole('button', { name: '验证并登录' }).click()
  await expect(page.getByRole('heading', { name: '我的账号' })).toBeVisible()

  await page.getByRole('button', { name: '退出登录' }).click()
  await signInAs(page, 'journey.factor')
  await page.getByLabel('两步验证码').fill(recoveryCode)
  await page.getByRole('button', { name: '验证并登录' }).click()
  await expect(panel.getByText('还有9个恢复码可用。')).toBeVisible()

  await page.getByRole('button', { name: '退出登录' }).click()
  await signInAs(page, 'journey.factor')
  await page.getByLabel('两步验证码').fill(recoveryCode)
  await page.getByRole('button', { name: '验证并登录' }).click()
  await expect(page.getByRole('alert')).toContainText('验证码不正确或已使用过')
})

test('a user whose recovery codes were lost with the reply is led to new ones', async ({ page, request, watch }) => {
  test.slow()
  watch.allowConsole(/ERR_FAILED|409/)
  await createUser(request, 'journey.lost-codes')
  await signInAs(page, 'journey.lost-codes')
  const panel = getSection(page, '两步验证')
  await panel.getByRole('button', { name: '开启两步验证' }).click()
  await panel.getByLabel('当前密码').fill(USER_PASSWORD)
  await panel.getByRole('button', { name: '下一步' }).click()
  const link = await panel.getByRole('link', { name: '在本机的验证器应用中打开' }).getAttribute('href')
  const secret = new URL(link ?? '').searchParams.get('secret') ?? ''
  const step = getTimeStep(new Date())
  await loseReplies(page, `**${twoFactorCalls.confirm.path}`)
  await panel.getByLabel('验证码').fill(generateCode(secret, step))
  await panel.getByRole('button', { name: '开启', exact: true }).click()
  await expect(panel.getByText('没有收到恢复码')).toBeVisible()
  await panel.getByLabel('当前密码').fill(USER_PASSWORD)
  await panel.getByLabel('验证码').fill(generateCode(secret, step + 1))
  await panel.getByRole('button', { name: '重新生成', exact: true }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(10)
  await panel.getByRole('button', { name: '我已保存' }).click()
  await expect(panel.getByText('还有10个恢复码可用。')).toBeVisible()
})

test('a device signs out another one, and all others at once', async ({ page, request, browser, watch }) => {
  test.slow()
  watch.allowConsole(/40[01]/)
  await createUser(request, 'journey.devices')
  const others = await Promise.all([1, 2].map(async () => (await browser.newContext()).newPage()))
  for (const other of others) {
    await signInAs(other, 'journey.devices')
    await expect(other.getByRole('heading', { name: '我的账号' })).toBeVisible()
  }
  await signInAs(page, 'journey.devices')
  const devices = getSection(page, '登录的设备')
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  await expect(devices.getByRole('listitem').filter({ hasText: '当前设备' })).toContainText('127.0.0.1')
  await devices
    .getByRole('button', { name: /^退出.*登录$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: '退出该设备？' })
  await dialog.getByLabel('当前密码').fill('not the password')
  await dialog.getByRole('button', { name: '退出该设备' }).click()
  await expect(dialog.getByText('当前密码不正确')).toBeVisible()
  await dialog.getByLabel('当前密码').fill(USER_PASSWORD)
  await dialog.getByRole('button', { name: '退出该设备' }).click()
  await expect(page.getByText('该设备已退出登录')).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await devices.getByRole('button', { name: '退出其他设备' }).click()
  await page.getByRole('dialog', { name: '退出其他设备？' }).getByLabel('当前密码').fill(USER_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  for (const other of others) {
    await other.goto(ADMIN_PAGES.dashboard)
    await expect(other.getByRole('button', { name: '登录', exact: true })).toBeVisible()
    await other.context().close()
  }
})

test('the menu only shows permitted screens, and a read-only role sees no actions', async ({ page, request }) => {
  await createUser(request, 'journey.reviewer', 'reviewer')
  await signInAs(page, 'journey.reviewer')
  await expect(page.getByRole('heading', { name: '我的账号' })).toBeVisible()
  await expect(page.getByRole('link', { name: '首页内容', exact: true })).toHaveCount(0)
  await page.goto(ADMIN_PAGES.home)
  await expect(page.getByText('没有权限')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await createUser(request, 'journey.viewer', 'viewer')
  await signInAs(page, 'journey.viewer')
  await expect(page.getByRole('heading', { name: '我的账号' })).toBeVisible()
  await page.getByRole('link', { name: '产品内容', exact: true }).click()
  await expect(page.getByText('只读')).toBeVisible()
  await expect(page.getByLabel('副标题')).not.toBeEditable()
  await expect(page.getByRole('button', { name: /^(保存|添加|删除|移动|上传)/ })).toHaveCount(0)
})
