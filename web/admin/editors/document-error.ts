import { ADMIN_MESSAGES, CONTENT_LOAD_FAILED } from '#contracts/messages/admin.ts'
import { describeHttpError } from '#contracts/messages/http-error.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { getFailureReason, isCallError } from '../../shared/call-error.ts'

/** Returns why loading or saving a document failed: the server's message, else the HTTP status or `fallback`. */
export function getDocumentFailureReason(error: unknown, fallback: string): string {
  const isHttpError = isCallError(error) && error.status >= 400
  return getFailureReason(error, isHttpError ? describeHttpError(error.status) : fallback)
}

export const describeLoadError = (kind: DocumentKind, error: unknown): string =>
  `${CONTENT_LOAD_FAILED[kind]}${getDocumentFailureReason(error, ADMIN_MESSAGES.loadFailed)}`
