import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import { isCallError, toErrorMessage } from '../../../../shared/call-error.ts'

/** Returns why a new link wasn't received. Without a reply, the previous link may already be invalid. */
export const toLinkErrorMessage = (error: unknown): string =>
  isCallError(error) && error.status === 0 ? PROJECT_MESSAGES.linkNotReceived : toErrorMessage(error)
