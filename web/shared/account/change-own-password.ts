import type { PasswordChangeInput } from '#contracts/identity/account.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import type { CallFunction } from '../call.ts'
import { describeUnanswered } from '../unanswered-call.ts'

/** Changes the user's own password. Throws a `CallError`; without a reply, it says that the password may have changed. */
export async function changeOwnPassword(call: CallFunction, input: PasswordChangeInput) {
  try {
    return await call(identityCalls.changePassword, { body: input })
  } catch (error) {
    // If the password has been changed already, the next attempt is rejected.
    throw describeUnanswered(error, IDENTITY_MESSAGES.passwordReplyLost)
  }
}
