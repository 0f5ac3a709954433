/** API calls of the back office. Unlike on the site, an expired session asks the user to sign in again. */
import type { Call, CallReply } from '#contracts/call.ts'
import { type CallArguments, call as callServer } from '../../shared/call.ts'
import { isCallError } from '../../shared/call-error.ts'
import { session } from '../session/session.ts'
import { hasUnfinishedWork } from '../session/unsaved-changes.ts'

let notifyTwoFactorMissing = () => {}

/** Sets the listener for calls that are rejected because two-factor sign-in is required. */
export function onTwoFactorMissing(listener: () => void): void {
  notifyTwoFactorMissing = listener
}

/**
 * Calls the API. A 401 signs the user out; if there is unfinished work, a dialog asks to sign in and the call is
 * retried. Throws a `CallError`.
 */
export const callAdmin = <C extends Call>(contract: C, ...input: CallArguments<C>): Promise<CallReply<C>> =>
  retryAfterSignIn(() => callServer(contract, ...input))

/** Sends a request, and repeats it if the session had expired and the user has signed in again. */
export async function retryAfterSignIn<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  const requestState = session.get()
  try {
    return await send()
  } catch (error) {
    if (isCallError(error) && error.reason === 'two-factor-required') notifyTwoFactorMissing()
    if (!isCallError(error) || error.status !== 401) throw error
    if (await session.rejectToken(requestState, hasUnfinishedWork())) return retryAfterSignIn(send)
    throw error
  }
}
