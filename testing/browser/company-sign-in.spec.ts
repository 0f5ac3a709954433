/** Signing in with a company's account at a real identity provider, on a server of its own. */
import type { Page } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { COMPANY_MESSAGES, COMPANY_TEXTS } from '#contracts/identity/company-messages.ts'
import { PAGES } from '#contracts/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { createUser, signInAsAdmin, USER_PASSWORD } from './admin-session.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'
import { CLIENT, startOidcServer } from './oidc-server.ts'
import { getSignInForm } from './site-session.ts'

const test = createIsolatedTest()

const LABEL = '公司账号'
const BUTTON = COMPANY_TEXTS.signIn(LABEL)
const PEOPLE = {
  lisi: { name: '李四', email: 'lisi@corp.example' },
  editor: { name: '王编辑', email: 'company.editor@zhijian.test' },
}

/** Signs in with the forms of the provider, and agrees there. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="password"]').fill('anything')
  await page.locator('button[type="submit"]').click()
  await page.locator('button[type="submit"]').click()
}

test('people sign in with a company’s account that an administrator has set up', async ({
  page,
  browser,
  request,
  ownedServer,
}) => {
  test.slow()
  const provider = await startOidcServer(ownedServer.address, PEOPLE)
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.signIn)
  await page.getByRole('button', { name: '添加登录方式' }).click()
  const drawer = page.getByRole('dialog', { name: '添加登录方式' })
  await drawer.getByLabel('发现地址（issuer）').fill(provider.issuer)
  await drawer.getByLabel('客户端编号（client_id）').fill(CLIENT.id)
  await drawer.getByLabel('客户端密钥（client_secret）').fill(CLIENT.secret)
  await drawer.getByRole('switch', { name: '会员可以用它登录' }).click()
  await drawer.getByRole('switch', { name: '后台人员可以用它登录' }).click()
  await expectAccessible(drawer)
  await drawer.getByRole('button', { name: '添加', exact: true }).click()
  await expect(page.getByText(COMPANY_MESSAGES.created)).toBeVisible()
  await page.getByRole('button', { name: `检查连接：${LABEL}` }).click()
  await expect(page.getByText(COMPANY_MESSAGES.testSucceeded)).toBeVisible()
  await expectAccessible(page.getByRole('main'))

  // A member, who gets an account.
  const memberContext = await browser.newContext({ baseURL: ownedServer.address })
  const member = await memberContext.newPage()
  await member.goto(PAGES.myAccount)
  await member.getByRole('banner').getByRole('button', { name: '登录' }).click()
  const button = getSignInForm(member).getByRole('button', { name: BUTTON })
  await expect(button).toBeVisible()
  await expectAccessible(member.getByRole('dialog', { name: '登录' }))
  await button.click()
  await signInAtProvider(member, 'lisi')
  await expect(member).toHaveURL(ownedServer.address + PAGES.myAccount)
  const panel = member.getByRole('region', { name: COMPANY_TEXTS.accountsTitle })
  await expect(panel.getByText(`${LABEL}：李四`)).toBeVisible()
  await expectAccessible(panel)
  await panel.getByRole('button', { name: COMPANY_TEXTS.firstPassword }).click()
  const password = member.getByRole('dialog', { name: COMPANY_TEXTS.firstPassword })
  await password.getByLabel(/^新密码/).fill('journey password')
  await password.getByRole('button', { name: COMPANY_TEXTS.firstPassword }).click()
  await expect(panel.getByRole('button', { name: COMPANY_TEXTS.firstPassword })).toBeHidden()

  // Signing out here also signs out there.
  await member.getByRole('banner').getByRole('button', { name: /李四/ }).click()
  await member.getByRole('button', { name: '退出登录' }).click()
  await member.getByRole('button', { name: /Yes, sign me out/ }).click()
  await expect(member).toHaveURL(`${ownedServer.address}/`)
  await member.getByRole('banner').getByRole('button', { name: '登录' }).click()
  await getSignInForm(member).getByRole('button', { name: BUTTON }).click()
  await expect(member.locator('input[name="login"]')).toBeVisible()
  await memberContext.close()

  // Staff, who have an account with the address, and join it by its password.
  await createUser(request, 'company.editor')
  const staffContext = await browser.newContext({ baseURL: ownedServer.address })
  const staff = await staffContext.newPage()
  await staff.goto(ADMIN_PAGES.account)
  await staff.getByRole('button', { name: BUTTON }).click()
  await signInAtProvider(staff, 'editor')
  await expect(staff.getByRole('heading', { name: COMPANY_TEXTS.joinTitle })).toBeVisible()
  await expectAccessible(staff.getByRole('main'))
  await staff.getByLabel('密码').fill(USER_PASSWORD)
  await staff.getByRole('button', { name: COMPANY_TEXTS.join }).click()
  await expect(staff.getByRole('button', { name: '退出登录' })).toBeVisible()
  await staff.goto(ADMIN_PAGES.account)
  await expect(staff.getByText(`${LABEL}：王编辑`)).toBeVisible()
  await staffContext.close()
  provider.stop()
})

test('an answer that did not begin in this browser says so, on the site and in the back office', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/status of 401/)
  await page.goto(`${PAGES.companySignIn}?code=stolen&state=of-another`)
  await expect(page.getByRole('alert').getByText(COMPANY_MESSAGES.expired)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${PAGES.companySignIn}$`))
  await expectAccessible(page.getByRole('main'))
  await page.goto('/admin/login/company?code=stolen&state=of-another')
  await expect(page.getByRole('alert').getByText(COMPANY_MESSAGES.expired)).toBeVisible()
  await expectAccessible(page.getByRole('main'))
  await page.getByRole('button', { name: COMPANY_TEXTS.backToSignIn }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
})
