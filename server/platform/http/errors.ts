/** The one place where what went wrong becomes a reply. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorCode, FieldError } from '#contracts/errors.ts'
import { MESSAGES } from '#contracts/messages.ts'
import { PAGES } from '#contracts/paths.ts'
import type { Failure } from '#contracts/replies.ts'
import { AppError } from '../app-error.ts'
import { PRIVATE_CACHE_CONTROL } from './cached-replies.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** The framework's own errors, by status. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed',
  404: 'notFound',
  405: 'methodNotAllowed',
  408: 'timeout',
  413: 'tooLarge',
  415: 'unsupportedType',
  429: 'tooManyRequests',
  503: 'unavailable',
}

export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const known = asAppError(error)
    if (known.code === 'internal') request.log.error({ err: error }, 'request failed')
    return sendFailure(reply, request, known)
  })
}

/** Sends an error's reply: its status, its sentence, its fields; the request's id where the fault is ours. */
export function sendFailure(reply: FastifyReply, request: FastifyRequest, error: AppError): FastifyReply {
  const body: Failure = { success: false, message: error.message }
  if (error.errors) body.errors = error.errors
  if (error.code === 'internal') body.requestId = request.id
  return reply.code(error.status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function asAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors: FieldError[] = error.validation.map((issue) => ({
      path: issue.instancePath.split('/').filter(Boolean).join('.'),
      message: issue.message ?? MESSAGES.invalidInput,
    }))
    return new AppError('invalid', errors[0]?.message, errors)
  }
  return new AppError(CODE_OF_STATUS[error.statusCode ?? 500] ?? 'internal')
}

/** The reply to a path or method under `/api` that we don't know. */
export const apiNotFound = () => new AppError('notFound', MESSAGES.apiNotFound)

/**
 * Answers an address that can't be decoded (`/%E0%A4`), which the framework finds before any route or hook: under
 * `/api` in JSON, else as any unknown page.
 */
export function answerUnreadableAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...SECURITY_HEADERS, 'cache-control': PRIVATE_CACHE_CONTROL })
  if (request.url.startsWith('/api/')) sendFailure(reply, request, new AppError('invalid', MESSAGES.addressUnreadable))
  else reply.redirect(PAGES.home, 302)
}
