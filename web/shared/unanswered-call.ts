import { getServerMessage, isCallError } from './call-error.ts'

/** Returns whether a failed call may have succeeded: it got no reply, or only one of a gateway. */
export const isUnanswered = (error: unknown): boolean =>
  isCallError(error) && (error.status === 0 || error.status >= 500)

/** Returns the error of a call; if no reply says what the call did, with a message about that. */
export const describeUnanswered = (error: unknown, message: string): unknown =>
  isCallError(error) && isUnanswered(error) && getServerMessage(error) === undefined
    ? { status: error.status, message }
    : error
