import { USER_MESSAGES } from '#contracts/users/messages.ts'
import { getServerMessage, isCallFailure } from '../../../shared/call-failure.ts'

/**
 * Returns the server's message, or `failureMessage` if it sent none. If there was no response at all, appends the
 * advice to try again (spec 3 §8).
 */
export function getErrorMessage(error: unknown, failureMessage: string): string {
  const hasResponse = isCallFailure(error) && error.status > 0
  return getServerMessage(error) ?? (hasResponse ? failureMessage : failureMessage + USER_MESSAGES.tryAgain)
}
