/** Signs in on the site, whose session is separate from the back office. */
import type { Page } from '@playwright/test'
import { ADMIN_PASSWORD, USER_PASSWORD } from './admin-session.ts'
import { expect } from './fixtures.ts'

/** A message of the browser: the page of a mailed link doesn't know whose password it asks for. */
export const MISSING_USERNAME = /Password forms should have .* username fields/

const ADMIN_EMAIL = 'admin@zhijian.test'

export const getSignInForm = (page: Page) => page.getByRole('form', { name: '登录' })

/** Sends the sign-in form that is open. */
export async function submitSignIn(page: Page, username: string, password: string): Promise<void> {
  const form = getSignInForm(page)
  await form.getByLabel('用户名或邮箱').fill(username)
  await form.getByLabel(/^密码/).fill(password)
  await form.getByRole('button', { name: '登录' }).click()
}

/** Signs in by the form that is open, and waits until it has closed. */
export async function signInByForm(page: Page, username: string, password = USER_PASSWORD): Promise<void> {
  await submitSignIn(page, username, password)
  await expect(getSignInForm(page)).toBeHidden()
}

/** Signs in from the header; as the first administrator unless another user is given. */
export async function signInOnSite(page: Page, username = ADMIN_EMAIL, password = ADMIN_PASSWORD): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
  await signInByForm(page, username, password)
}

/** Verifies the email address of an account by the mailed link. */
export async function verifyEmailAddress(page: Page, link: string, password = USER_PASSWORD): Promise<void> {
  await page.goto(link)
  await page.getByLabel(/^密码/).fill(password)
  await page.getByRole('button', { name: '验证邮箱' }).click()
  await expect(page.getByText('邮箱已验证')).toBeVisible()
}
