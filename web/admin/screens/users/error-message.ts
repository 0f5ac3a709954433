import { USER_MESSAGES } from '#contracts/users/messages.ts'
import { getServerMessage, isCallFailure } from '../../../shared/call-failure.ts'

/**
 * Returns the server's message, else the screen's; if no reply was received, with the advice to try again (spec 3 §8).
 */
export function getErrorMessage(error: unknown, failureMessage: string): string {
  const isAnswered = isCallFailure(error) && error.status > 0
  return getServerMessage(error) ?? (isAnswered ? failureMessage : failureMessage + USER_MESSAGES.tryAgain)
}
