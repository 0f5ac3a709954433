/** Signs in to the back office as the first administrator, which playwright.config.ts names. */

import type { APIRequestContext, Page } from '@playwright/test'
import { z } from 'zod'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { userCalls } from '#contracts/users/calls.ts'
import type { Role } from '#contracts/vocabulary.ts'
import { generateCode, getTimeStep } from '#server/modules/identity/two-factor/one-time-codes.ts'
import { expect } from './fixtures.ts'

const CREDENTIALS = { email: 'admin@zhijian.test', password: 'a-password-for-tests' }
export const { password: ADMIN_PASSWORD } = CREDENTIALS

const SessionSchema = z.object({ token: z.string(), user: z.looseObject({}) })

type Session = z.infer<typeof SessionSchema>

/** The administrator's session, shared by the tests of this process. Tests of accounts use separate users. */
let cachedSession: Session | undefined

/** Returns the first administrator's session; signs in if the cached one has ended or belongs to another server. */
async function getAdminSession(request: APIRequestContext): Promise<Session> {
  if (cachedSession) {
    const reply = await request.get(identityCalls.me.path, {
      headers: { authorization: `Bearer ${cachedSession.token}` },
    })
    if (reply.ok()) return cachedSession
  }
  const reply = await request.post(identityCalls.login.path, { data: CREDENTIALS })
  cachedSession = SessionSchema.parse(await reply.json())
  return cachedSession
}

/** Returns a token of the first administrator. */
export const getAdminToken = async (request: APIRequestContext): Promise<string> =>
  (await getAdminSession(request)).token

/** Opens every page of this context signed in as the first administrator. Returns the token. */
export async function signInAsAdmin(page: Page): Promise<string> {
  const { token, user } = await getAdminSession(page.request)
  await page.addInitScript(
    ([storedToken, storedUser]) => {
      // A preview's frame has no storage.
      if (window.origin === 'null') return
      // Only once: a session that the page has removed must not be restored.
      if (sessionStorage.getItem('signed-in-by-test')) return
      sessionStorage.setItem('signed-in-by-test', 'yes')
      localStorage.setItem('auth_token', storedToken ?? '')
      localStorage.setItem('auth_user', storedUser ?? '')
    },
    [token, JSON.stringify(user)],
  )
  return token
}

export const USER_PASSWORD = 'a first password'

/** The password that an administrator sets for a user, who must change it first. */
export const TEMPORARY_PASSWORD = 'until the first sign-in'

type NewUser = { email: string; name?: string; role?: Role; password?: string }

/** Creates an active user who hasn't changed the administrator's password yet. */
export async function createTemporaryUser(request: APIRequestContext, { email, name, role }: NewUser): Promise<void> {
  const reply = await request.post(userCalls.create.path, {
    headers: { authorization: `Bearer ${await getAdminToken(request)}` },
    data: { name: name ?? email, email, password: TEMPORARY_PASSWORD, role: role ?? 'editor', status: 'active' },
  })
  expect(reply.ok(), await reply.text()).toBe(true)
}

/** Creates an active user who has changed the administrator's password. */
export async function createUserWith(request: APIRequestContext, user: NewUser): Promise<void> {
  await createTemporaryUser(request, user)
  const data = { email: user.email, password: TEMPORARY_PASSWORD }
  const { token } = SessionSchema.parse(await (await request.post(identityCalls.login.path, { data })).json())
  const changed = await request.put(identityCalls.changePassword.path, {
    headers: { authorization: `Bearer ${token}` },
    data: { currentPassword: TEMPORARY_PASSWORD, newPassword: user.password ?? USER_PASSWORD },
  })
  expect(changed.ok(), await changed.text()).toBe(true)
  await request.post(identityCalls.logout.path, { headers: { authorization: `Bearer ${token}` } })
}

/** Creates an active user with `USER_PASSWORD`. */
export const createUser = (request: APIRequestContext, username: string, role: Role = 'editor'): Promise<void> =>
  createUserWith(request, { email: `${username}@zhijian.test`, name: username, role })

/** Signs in by the form, and opens a screen. */
export async function signInAs(
  page: Page,
  username: string,
  { password = USER_PASSWORD, to = ADMIN_PAGES.account }: { password?: string; to?: string } = {},
): Promise<void> {
  await page.goto(`${ADMIN_PAGES.login}?from=${encodeURIComponent(to)}`)
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Returns the section of a screen with a heading. */
export const getSection = (page: Page, heading: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) })

/**
 * Sets up two-factor sign-in, after entering a wrong code. Returns the secret, the time step of the accepted code, and
 * the recovery codes.
 */
export async function setUpTwoFactor(page: Page, password: string) {
  const panel = getSection(page, '两步验证')
  await panel.getByRole('button', { name: '开启两步验证' }).click()
  await panel.getByLabel('当前密码').fill(password)
  await panel.getByRole('button', { name: '下一步' }).click()
  const link = await panel.getByRole('link', { name: '在本机的验证器应用中打开' }).getAttribute('href')
  const secret = new URL(link ?? '').searchParams.get('secret') ?? ''
  await panel.getByLabel('验证码').fill('000000')
  await panel.getByRole('button', { name: '开启', exact: true }).click()
  await expect(panel.getByText('验证码不正确或已使用过')).toBeVisible()
  const step = getTimeStep(new Date())
  await panel.getByLabel('验证码').fill(generateCode(secret, step))
  await panel.getByRole('button', { name: '开启', exact: true }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(10)
  const recoveryCodes = await panel.getByRole('listitem').allTextContents()
  await panel.getByRole('button', { name: '我已保存' }).click()
  return { secret, step, recoveryCodes }
}

/** Changes a document through the API, as another administrator. Returns its previous value. */
export async function saveAsOtherAdmin(
  request: APIRequestContext,
  token: string,
  path: string,
  change: (document: Record<string, unknown>) => Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${token}` }
  const ReplySchema = z.object({ data: z.record(z.string(), z.unknown()) })
  const before = ReplySchema.parse(await (await request.get(path, { headers })).json()).data
  await request.put(path, { headers, data: change(before) })
  return before
}
