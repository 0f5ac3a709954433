/** The way of this browser to a company's identity provider and back. */
import { companyCalls } from '#contracts/identity/company-calls.ts'
import type { CompanyJoin, CompanyLink, CompanyRedirect, SignInArea } from '#contracts/identity/company-sign-in.ts'
import { type CallFunction, call } from '../call.ts'
import { readDeviceToken, storeDeviceToken } from './device-token.ts'

/** What this tab keeps while it is at the provider; the answer is worthless without it. */
type PendingFlow = { ceremony: string; isLink: boolean }

const STORAGE_KEY = 'zhijian.company-sign-in'

/** Where the tab is sent; a test of the scripts replaces it. */
function leaveFor({ url, ceremony }: CompanyRedirect, isLink: boolean): void {
  const flow: PendingFlow = { ceremony, isLink }
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(flow))
  location.assign(url)
}

/** Goes to a provider to sign in there, and to come back to `returnTo`. Throws a `CallError`. */
export async function goToProvider(input: { provider: string; area: SignInArea; returnTo: string }): Promise<void> {
  const { data } = await call(companyCalls.begin, { body: input })
  leaveFor(data, false)
}

/** Goes to a provider to join an account there to that of the signed-in user. Throws a `CallError`. */
export async function goToLink(callSignedIn: CallFunction, input: CompanyLink): Promise<void> {
  const { data } = await callSignedIn(companyCalls.link, { body: input })
  leaveFor(data, true)
}

/** Returns what this tab has kept, once; `null` if it wasn't at a provider. */
export function takePendingFlow(): PendingFlow | null {
  const stored = sessionStorage.getItem(STORAGE_KEY)
  sessionStorage.removeItem(STORAGE_KEY)
  if (stored === null) return null
  const flow: unknown = JSON.parse(stored)
  return isPendingFlow(flow) ? flow : null
}

const isPendingFlow = (value: unknown): value is PendingFlow =>
  typeof value === 'object' && value !== null && 'ceremony' in value && 'isLink' in value

/** Sends the provider's answer of a sign-in. Throws a `CallError`. */
export async function finishSignIn(ceremony: string, query: string) {
  const { data } = await call(companyCalls.finish, { body: { ceremony, query, deviceToken: readDeviceToken() } })
  if (data.step === 'signed-in') storeDeviceToken(data.signIn.deviceToken)
  return data
}

/** Joins the provider's account to an account here by its password. Throws a `CallError`. */
export async function joinAccount(input: Omit<CompanyJoin, 'deviceToken'>) {
  const { data } = await call(companyCalls.join, { body: { ...input, deviceToken: readDeviceToken() } })
  storeDeviceToken(data.deviceToken)
  return data
}
