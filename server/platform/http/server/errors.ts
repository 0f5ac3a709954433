/** Converts every error to a reply. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorCode, FieldError } from '#contracts/errors.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { Failure } from '#contracts/replies.ts'
import { AppError, invalidFields } from '#server/platform/app-error.ts'
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable.ts'
import { isUnstorableText } from '#server/platform/database/postgres-driver.ts'
import { findStorageFailure } from '#server/platform/database/storage-failure.ts'
import { PRIVATE_CACHE_CONTROL, sendStale } from '#server/platform/http/replies/cached-replies.ts'
import type { ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import { createOutageLog } from '#server/platform/outage-log.ts'
import { FAILURE_PAGE_POLICY, hasFailurePage, renderFailurePage } from './failure-page.ts'
import { isPageRequest } from './malformed-url.ts'
import { DATA_POLICY, SECURITY_HEADERS } from './security-headers.ts'

/** Maps the status of the framework's own errors to our error codes. */
const ERROR_CODES_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'malformedJson',
  404: 'notFound',
  405: 'methodNotAllowed',
  408: 'timeout',
  413: 'payloadTooLarge',
  414: 'uriTooLong',
  415: 'unsupportedMediaType',
  429: 'tooManyRequests',
  431: 'headersTooLarge',
  503: 'unavailable',
}

/** Headers of a successful reply, which the route may have set before it failed. */
const SUCCESS_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-length',
  'etag',
  'last-modified',
] as const

/** Sent in `Retry-After` during a database outage. */
const OUTAGE_RETRY_SECONDS = 5

/** Registers the error handler. During a database outage it prefers a stale cached reply to an error. */
export function registerErrorHandler(app: FastifyInstance, cache: ReplyCache): void {
  const logOutage = createOutageLog(app.log)

  app.setErrorHandler(async (error, request, reply) => {
    const appError = toAppError(error)
    const isOutage = logOutage(error)
    if (appError.code === 'internal' && !isOutage) request.log.error({ err: error }, 'request failed')
    if (error instanceof DatabaseUnavailableError) {
      const body = await sendStale(request, reply, cache)
      if (body) return body
    }
    return sendErrorReply(reply, request, appError)
  })
}

/**
 * Sends the reply for an error: status, message and field errors, plus the request's id for internal errors. Sends an HTML
 * page instead if the browser expects one and there is one for the error.
 */
export function sendErrorReply(reply: FastifyReply, request: FastifyRequest, error: AppError): FastifyReply {
  const body = toFailure(error, request)
  for (const header of SUCCESS_HEADERS) reply.removeHeader(header)
  // The framework rejects some requests before routing, before any hook could set the headers.
  reply.headers({ ...SECURITY_HEADERS, 'content-security-policy': DATA_POLICY, 'cache-control': PRIVATE_CACHE_CONTROL })
  // Keeps the connection and discards the rest of the body: if it were closed while a proxy still sends the body, the proxy
  // would report this node as failed.
  if (error.code === 'payloadTooLarge') reply.removeHeader('connection')
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  if (error.challenge !== undefined) reply.header('www-authenticate', error.challenge)
  if (hasFailurePage(error.code) && isPageExpected(request))
    return reply
      .code(error.status)
      .header('content-security-policy', FAILURE_PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(renderFailurePage(error.code, error.message))
  return reply.code(error.status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** Returns the body of the reply for an error. */
export function toFailure({ code, message, fieldErrors, reason }: AppError, { id }: FastifyRequest): Failure {
  const body: Failure = { success: false, message }
  if (fieldErrors) body.errors = fieldErrors
  if (reason) body.reason = reason
  if (code === 'internal') body.requestId = id
  return body
}

/** Returns whether the browser shows the reply as a page: after navigation or a form post without JavaScript. */
const isPageExpected = (request: FastifyRequest): boolean =>
  !request.routeOptions.config?.isAlwaysAvailable &&
  (isPageRequest(request) || request.headers['content-type'] === 'application/x-www-form-urlencoded')

/** Converts any thrown value to an AppError. The framework's errors have a status; a bug may throw anything. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fieldErrors: FieldError[] = error.validation.map((issue) => ({
      path: issue.instancePath.split('/').filter(Boolean).join('.'),
      message: issue.message ?? MESSAGES.invalid,
    }))
    return invalidFields(fieldErrors)
  }
  if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_BAD_URL') return new AppError('malformedUrl')
  // Bodies are validated, so unstorable text can only come from a URL, and no record can match such a URL.
  if (isUnstorableText(error)) return new AppError('notFound')
  const storageErrorCode = findStorageFailure(error)
  if (storageErrorCode) return new AppError(storageErrorCode)
  if (error instanceof DatabaseUnavailableError)
    return new AppError('unavailable', undefined, { retryAfterSeconds: OUTAGE_RETRY_SECONDS })
  return new AppError(toErrorCode(error instanceof Error && 'statusCode' in error ? error.statusCode : 500))
}

function toErrorCode(status: unknown): ErrorCode {
  if (typeof status !== 'number') return 'internal'
  return ERROR_CODES_BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'invalid' : 'internal')
}

/** Returns the error for an unknown path under `/api`. */
export const apiNotFound = () => new AppError('notFound', MESSAGES.apiNotFound)
