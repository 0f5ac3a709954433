/** API calls of the back office: like the public site's, but an expired session asks to sign in again. */
import type { Call, CallReply } from '#contracts/call.ts'
import { type CallArguments, call as callServer } from '../../shared/call.ts'
import { isCallFailure } from '../../shared/call-failure.ts'
import { session } from '../session/session.ts'
import { hasUnsaved } from '../session/unsaved.ts'

let notifyTwoFactorMissing = () => {}

/** Sets the listener for calls that are rejected because two-factor sign-in is required. */
export function onTwoFactorMissing(listener: () => void): void {
  notifyTwoFactorMissing = listener
}

/**
 * Calls the API. A 401 signs the user out; if there are unsaved edits, a dialog asks to sign in and the call is
 * retried. Throws a `CallFailure`.
 */
export const callAdmin = <C extends Call>(contract: C, ...input: CallArguments<C>): Promise<CallReply<C>> =>
  withSession(() => callServer(contract, ...input))

/** Runs a call, and retries it after a sign-in if the session has ended and there are unsaved edits. */
export async function withSession<Reply>(attempt: () => Promise<Reply>): Promise<Reply> {
  try {
    return await attempt()
  } catch (error) {
    if (isCallFailure(error) && error.reason === 'two-factor-required') notifyTwoFactorMissing()
    if (!isCallFailure(error) || error.status !== 401) throw error
    if (!hasUnsaved()) {
      session.signOut()
      throw error
    }
    await session.expire()
    return attempt()
  }
}
