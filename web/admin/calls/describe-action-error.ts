import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { toErrorMessage } from '../../shared/call-error.ts'
import { describeUnanswered } from '../../shared/unanswered-call.ts'

/**
 * Returns the message of an action that failed: the server's, or else `fallback`. If no reply says what the action did, it
 * may have taken effect, which the message says instead.
 */
export const describeActionError = (error: unknown, fallback: string): string =>
  toErrorMessage(describeUnanswered(error, ADMIN_MESSAGES.actionReplyLost), fallback)
