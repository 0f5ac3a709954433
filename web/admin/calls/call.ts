/** API calls of the back office. Unlike on the site, an expired session asks the user to sign in again. */
import type { Call, CallReply } from '#contracts/call.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { type CallArguments, call as callServer } from '../../shared/call.ts'
import { isCallError } from '../../shared/call-error.ts'
import { createCallOnce } from '../../shared/call-once.ts'
import { session } from '../session/session.ts'
import { hasUnfinishedWork } from '../session/unsaved-changes.ts'
import { createUserRefresh } from '../session/user-refresh.ts'

let notifyTwoFactorMissing = () => {}

/** Sets the listener for calls that are rejected because two-factor sign-in is required. */
export function onTwoFactorMissing(listener: () => void): void {
  notifyTwoFactorMissing = listener
}

let notifyDataChanged = () => {}

/** Sets the listener for calls that may have changed data on the server. */
export function onDataChanged(listener: () => void): void {
  notifyDataChanged = listener
}

/** Returns whether a call only says who is editing, which an open editor repeats every 15 seconds. */
const isPresence = ({ path }: Call): boolean => path.endsWith('/presence')

const refreshUser = createUserRefresh(session, async () => (await callServer(identityCalls.me)).data.user)

/**
 * Calls the API. A 401 signs the user out; if there is unfinished work, a dialog asks to sign in and the call is
 * retried. A 403 refreshes the user, since their role may have been changed. Throws a `CallError`.
 */
export async function callAdmin<C extends Call>(contract: C, ...input: CallArguments<C>): Promise<CallReply<C>> {
  const reply = await retryAfterSignIn(() => callServer(contract, ...input))
  if (contract.method !== 'GET' && !isPresence(contract)) notifyDataChanged()
  return reply
}

/** Like `callAdmin`, for deletions and restorations: a repeated one succeeds if only the reply to the first was lost. */
export const callOnce = createCallOnce(callAdmin)

/** Sends a request, and repeats it if the session had expired and the user has signed in again. */
export async function retryAfterSignIn<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  const requestState = session.get()
  try {
    return await send()
  } catch (error) {
    if (!isCallError(error)) throw error
    if (error.reason === 'two-factor-required') notifyTwoFactorMissing()
    else if (error.status === 403) void refreshUser()
    if (error.status !== 401) throw error
    if (await session.rejectToken(requestState, hasUnfinishedWork())) return retryAfterSignIn(send)
    throw error
  }
}
