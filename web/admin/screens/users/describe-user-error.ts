import { USER_MESSAGES } from '#contracts/users/messages.ts'
import { isCallError, toErrorMessage } from '../../../shared/call-error.ts'

/** Returns the message of a failed call; if no reply was received, `fallback` with the advice to try again. */
export const describeUserError = (error: unknown, fallback: string): string =>
  isCallError(error) && error.status > 0 ? toErrorMessage(error, fallback) : fallback + USER_MESSAGES.tryAgain
