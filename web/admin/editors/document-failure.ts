import { ADMIN_MESSAGES, CONTENT_LOAD_FAILED } from '#contracts/messages/admin.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { getFailureMessage, getServerMessage, isCallFailure } from '../../shared/call-failure.ts'

/** Returns why a document couldn't be loaded or saved: the server's message, or the status of a reply without one. */
export function getDocumentFailureReason(error: unknown, fallback: string): string {
  const message = getServerMessage(error)
  if (message !== undefined) return message
  return isCallFailure(error) && error.status >= 400
    ? ADMIN_MESSAGES.httpError(error.status)
    : getFailureMessage(error, fallback)
}

export const describeLoadFailure = (kind: DocumentKind, error: unknown): string =>
  `${CONTENT_LOAD_FAILED[kind]}${getDocumentFailureReason(error, ADMIN_MESSAGES.loadFailed)}`
