/** Passkeys with the browser's virtual authenticator, on a server with a host name: browsers refuse IP addresses. */
import type { CDPSession, Page } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { PASSKEY_MESSAGES, PASSKEY_TEXTS } from '#contracts/identity/passkey-messages.ts'
import { PAGES } from '#contracts/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { createUser, USER_PASSWORD } from './admin-session.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'
import { getSignInForm } from './site-session.ts'

const test = createIsolatedTest('localhost')

const MEMBER_PASSWORD = 'journey password'

/** Gives the browser a device that keeps passkeys. It waits until `setTouched` says that its owner has touched it. */
async function addDevice(page: Page) {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  return {
    setTouched: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    remove: () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  }
}

test('a member adds a passkey, signs in with it without a name, and deletes it', async ({ page, request, watch }) => {
  test.slow()
  watch.allowConsole(/status of 40[01]/)
  const email = 'passkey.holder@example.com'
  const data = { name: '访客子', email, password: MEMBER_PASSWORD, agreeToTerms: true }
  await request.post(identityCalls.register.path, { data })
  const device = await addDevice(page)

  await page.goto(PAGES.myAccount)
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
  await getSignInForm(page).getByLabel('用户名或邮箱').fill(email)
  await getSignInForm(page).getByLabel(/^密码/).fill(MEMBER_PASSWORD)
  await getSignInForm(page).getByRole('button', { name: '登录', exact: true }).click()

  const panel = page.getByRole('region', { name: PASSKEY_TEXTS.title })
  await expect(panel.getByText(PASSKEY_TEXTS.empty)).toBeVisible()
  await panel.getByRole('button', { name: PASSKEY_TEXTS.add }).click()
  const addition = page.getByRole('dialog', { name: PASSKEY_TEXTS.add })
  await expectAccessible(addition)
  await addition.getByLabel(/^当前密码/).fill(MEMBER_PASSWORD)
  await device.setTouched(true)
  await addition.getByRole('button', { name: '下一步' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await device.setTouched(false)

  await panel.getByRole('button', { name: /^改名/ }).click()
  const renaming = page.getByRole('dialog', { name: PASSKEY_TEXTS.renameTitle })
  await renaming.getByLabel(/^名称/).fill('会议室的电脑')
  await renaming.getByRole('button', { name: '保存' }).click()
  await expect(panel.getByText('会议室的电脑')).toBeVisible()
  await expectAccessible(panel)

  await page
    .getByRole('banner')
    .getByRole('button', { name: /访客子/ })
    .click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
  const signIn = getSignInForm(page).getByRole('button', { name: PASSKEY_TEXTS.signIn })
  await expect(signIn).toBeVisible()
  await expectAccessible(page.getByRole('dialog', { name: '登录' }))
  await device.setTouched(true)
  // Once touched, the device may answer what the form's fields ask by themselves, and the button is gone.
  await Promise.race([signIn.click(), expect(signIn).toBeHidden()])
  await expect(panel.getByText('会议室的电脑')).toBeVisible()
  await expect(panel.getByText(/最近.*使用/)).toBeVisible()

  await panel.getByRole('button', { name: /^删除/ }).click()
  const removal = page.getByRole('dialog', { name: PASSKEY_TEXTS.removeTitle('会议室的电脑') })
  await removal.getByLabel(/^当前密码/).fill(MEMBER_PASSWORD)
  await removal.getByRole('button', { name: PASSKEY_TEXTS.remove }).click()
  await expect(panel.getByText(PASSKEY_TEXTS.empty)).toBeVisible()

  // The browser suggests the passkey that the device still has, and the form says why it is refused.
  await page
    .getByRole('banner')
    .getByRole('button', { name: /访客子/ })
    .click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
  await expect(getSignInForm(page).getByText(PASSKEY_MESSAGES.rejected)).toBeVisible()
  await device.remove()
})

test('staff add a passkey in the back office and sign in with it', async ({ page, request }) => {
  await createUser(request, 'passkey.editor')
  const device = await addDevice(page)
  await page.goto(ADMIN_PAGES.account)
  await page.getByLabel('用户名').fill('passkey.editor')
  await page.getByLabel('密码', { exact: true }).fill(USER_PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('button', { name: PASSKEY_TEXTS.add }).click()
  const addition = page.getByRole('dialog', { name: PASSKEY_TEXTS.add })
  await addition.getByLabel('当前密码').fill(USER_PASSWORD)
  await device.setTouched(true)
  await addition.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByText(PASSKEY_MESSAGES.added)).toBeVisible()
  await expect(page.getByRole('button', { name: /^删除：/ })).toBeVisible()
  await device.setTouched(false)

  await page.getByRole('button', { name: '退出登录' }).click()
  const signIn = page.getByRole('button', { name: PASSKEY_TEXTS.signIn })
  await expect(signIn).toBeVisible()
  await device.setTouched(true)
  // Once touched, the device may answer what the form's fields ask by themselves, and the button is gone.
  await Promise.race([signIn.click(), expect(signIn).toBeHidden()])
  await expect(signIn).toBeHidden()
  await device.remove()
})
