import type { Browser, Page } from '@playwright/test'
import type { Call } from '#contracts/call.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { fillPath } from '#contracts/paths.ts'
import type { SmtpTestServer } from '../smtp-server.ts'
import { expect } from './fixtures.ts'
import { findInMail } from './mails.ts'
import { verifyEmailAddress } from './site-session.ts'

export const MEMBER_PASSWORD = 'a password for tests'

type Person = { name: string; email: string }

/** Opens a page of a new member who has proved the address. */
export async function openAsMember(
  { browser, server, smtp }: { browser: Browser; server: string; smtp: SmtpTestServer },
  person: Person,
): Promise<Page> {
  const page = await browser.newPage({ baseURL: server })
  const data = { ...person, password: MEMBER_PASSWORD, agreeToTerms: true }
  expect((await page.request.post(identityCalls.register.path, { data })).ok()).toBe(true)
  const link = await findInMail(smtp, person.email, /\/account\/verify#token=[\w-]{43}/)
  await verifyEmailAddress(page, link, MEMBER_PASSWORD)
  return page
}

/** Returns a function that calls the API as such a member and returns the reply's data. */
export async function createMemberSender({ request }: Page, { email }: Person) {
  const reply = await request.post(identityCalls.login.path, { data: { email, password: MEMBER_PASSWORD } })
  const headers = { authorization: `Bearer ${(await reply.json()).token}` }
  return async ({ method, path }: Call, params: Record<string, string> = {}, data: object = {}) => {
    const answer = await request.fetch(fillPath(path, params), { method, headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()).data
  }
}
