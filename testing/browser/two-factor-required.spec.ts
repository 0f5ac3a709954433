/** Two-factor sign-in is required of all users; on a separate server, since this blocks the entire back office. */

import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { twoFactorCalls } from '#contracts/identity/security-calls.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import {
  ADMIN_PASSWORD,
  createUser,
  getSection,
  setUpTwoFactor,
  signInAs,
  signInAsAdmin,
  USER_PASSWORD,
} from './admin-session.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'

const test = createIsolatedTest()

test('a second factor must be set up once it is required, without losing input', async ({
  page,
  request,
  browser,
  baseURL,
  watch,
}) => {
  test.slow()
  watch.allowConsole(/40[03]/)
  await createUser(request, 'journey.required')
  const editor = await (await browser.newContext({ baseURL: baseURL ?? '', locale: 'zh-CN' })).newPage()
  await signInAs(editor, 'journey.required', { to: ADMIN_PAGES.selection })
  const subtitle = editor.getByRole('region', { name: '页面信息' }).getByLabel('副标题')
  await subtitle.fill('要求两步验证之前写下的副标题')

  const token = await signInAsAdmin(page)
  await page.goto(`${ADMIN_PAGES.settings}?tab=security`)
  const requirement = page.getByRole('switch', { name: '后台须两步验证' })
  const save = page.getByRole('button', { name: '保存设置' })
  await requirement.click()
  await save.click()
  await expect(page.getByText(SETTINGS_MESSAGES.ownTwoFactorFirst).first()).toBeVisible()
  // Nothing is left unsaved.
  await requirement.click()
  await page.getByRole('link', { name: '去开启两步验证' }).click()
  const { recoveryCodes } = await setUpTwoFactor(page, ADMIN_PASSWORD)
  await page.goto(`${ADMIN_PAGES.settings}?tab=security`)
  await requirement.click()
  await save.click()
  await expect(save).toBeDisabled()
  await expect(requirement).toBeChecked()
  const gate = { name: '请先开启两步验证' }

  await editor.getByRole('button', { name: '发布', exact: true }).click()
  await expect(editor.getByRole('heading', gate)).toBeVisible()
  const otherTab = await editor.context().newPage()
  await otherTab.goto(ADMIN_PAGES.account)
  await expect(otherTab.getByRole('heading', gate)).toBeVisible()
  await setUpTwoFactor(editor, USER_PASSWORD)
  await otherTab.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(otherTab.getByRole('heading', { name: '我的账号' })).toBeVisible()
  await otherTab.close()
  await expect(subtitle).toHaveValue('要求两步验证之前写下的副标题')
  await editor.getByRole('button', { name: '发布', exact: true }).click()
  await expect(editor.getByText('选型内容保存成功！').first()).toBeVisible()

  await editor.getByRole('link', { name: '我的账号' }).click()
  await expect(getSection(editor, '两步验证')).toContainText('系统要求开启两步验证，不能关闭。')
  await expect(editor.getByRole('button', { name: '关闭两步验证' })).toHaveCount(0)
  await editor.context().close()

  // Other tests share this server: reverts the setting.
  await requirement.click()
  await save.click()
  await expect(page.getByText('有未保存的修改')).toHaveCount(0)
  const off = await request.delete(twoFactorCalls.status.path, {
    headers: { authorization: `Bearer ${token}` },
    data: { password: ADMIN_PASSWORD, code: recoveryCodes[0] },
  })
  expect(off.ok(), await off.text()).toBe(true)
})
