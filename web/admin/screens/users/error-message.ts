import { USER_MESSAGES } from '#contracts/users/messages.ts'
import { getServerMessage, isReadFailure } from '../../../shared/read-failure.ts'

/** The server's own sentence, else the screen's; where not even a reply came, with the advice to try again (spec 3 §8). */
export function getErrorMessage(error: unknown, failureMessage: string): string {
  const isAnswered = isReadFailure(error) && error.status > 0
  return getServerMessage(error) ?? (isAnswered ? failureMessage : failureMessage + USER_MESSAGES.tryAgain)
}
