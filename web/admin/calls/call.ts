/** The back office's calls: like the site's, but an expired session asks to sign in again. */
import type { Call, CallReply } from '#contracts/call.ts'
import { type CallArguments, call as callServer } from '../../shared/call.ts'
import { isCallFailure } from '../../shared/call-failure.ts'
import { session } from '../session/session.ts'
import { hasUnsaved } from '../session/unsaved.ts'

let notifyTwoFactorMissing = () => {}

/** Sets the listener for calls that are refused because two-factor sign-in is required. */
export function onTwoFactorMissing(listener: () => void): void {
  notifyTwoFactorMissing = listener
}

/**
 * Makes a call. A 401 signs out; if something is unsaved, a dialog asks to sign in, and the call is repeated. Throws a
 * `CallFailure`.
 */
export const callAdmin = <C extends Call>(contract: C, ...input: CallArguments<C>): Promise<CallReply<C>> =>
  withSession(() => callServer(contract, ...input))

/** Runs a call, and runs it once more after a sign-in if the session had ended. */
export async function withSession<Reply>(attempt: () => Promise<Reply>): Promise<Reply> {
  try {
    return await attempt()
  } catch (error) {
    if (isCallFailure(error) && error.reason === 'two-factor-missing') notifyTwoFactorMissing()
    if (!isCallFailure(error) || error.status !== 401) throw error
    if (!hasUnsaved()) {
      session.signOut()
      throw error
    }
    await session.expire()
    return attempt()
  }
}
