import { USER_MESSAGES } from '#contracts/users/messages.ts'
import { isReadFailure, serversWords } from '../../../shared/read-failure.ts'

/** The server's own sentence, else the screen's; where not even a reply came, with the advice to try again (spec 3 §8). */
export function said(error: unknown, failed: string): string {
  const isAnswered = isReadFailure(error) && error.status > 0
  return serversWords(error) ?? (isAnswered ? failed : failed + USER_MESSAGES.tryAgain)
}
