import { USER_MESSAGES } from '#contracts/users/messages.ts'
import { getServerMessage, isCallError } from '../../../shared/call-error.ts'

/**
 * Returns the server's message, or `fallback` if it sent none. If there was no response at all, appends the advice to
 * try again.
 */
export function getErrorMessage(error: unknown, fallback: string): string {
  const hasResponse = isCallError(error) && error.status > 0
  return getServerMessage(error) ?? (hasResponse ? fallback : fallback + USER_MESSAGES.tryAgain)
}
