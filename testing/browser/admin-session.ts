/** Signs in to the back office as the first administrator, which playwright.config.ts names. */
import type { APIRequestContext, Page } from '@playwright/test'
import { z } from 'zod'
import { API } from '#contracts/paths.ts'

const CREDENTIALS = { email: 'admin@zhijian.test', password: 'a-password-for-tests' }
export const { password: ADMIN_PASSWORD } = CREDENTIALS

const SignedIn = z.object({ token: z.string(), user: z.looseObject({}) })

/** A token of the first administrator. */
export async function adminToken(request: APIRequestContext): Promise<string> {
  const reply = await request.post(API.login, { data: CREDENTIALS })
  return SignedIn.parse(await reply.json()).token
}

/** Signs in by the call, and opens every page of this context signed in. Gives the token. */
export async function signedIn(page: Page): Promise<string> {
  const reply = await page.request.post(API.login, { data: CREDENTIALS })
  const { token, user } = SignedIn.parse(await reply.json())
  await page.addInitScript(
    ([kept, person]) => {
      // Only once: a session that the page has given up must not come back by itself.
      if (sessionStorage.getItem('signed-in-by-test')) return
      sessionStorage.setItem('signed-in-by-test', 'yes')
      localStorage.setItem('auth_token', kept ?? '')
      localStorage.setItem('auth_user', person ?? '')
    },
    [token, JSON.stringify(user)],
  )
  return token
}

/** Another administrator's hand: reads a document, changes it, saves it. Gives what it was. */
export async function changedElsewhere(
  request: APIRequestContext,
  token: string,
  path: string,
  change: (document: Record<string, unknown>) => Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${token}` }
  const Reply = z.object({ data: z.record(z.string(), z.unknown()) })
  const before = Reply.parse(await (await request.get(path, { headers })).json()).data
  await request.put(path, { headers, data: change(before) })
  return before
}
