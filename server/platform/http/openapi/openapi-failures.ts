/** Describes the failures of a call. */
import type { z } from 'zod'
import type { Call } from '#contracts/call.ts'
import { ERRORS, type ErrorCode } from '#contracts/errors.ts'
import { FailureSchema } from '#contracts/replies.ts'
import type { JsonSchemas } from './json-schemas.ts'
import { JSON_TYPE, type Reference, type Response } from './openapi-shapes.ts'

/** Returns the replies of an operation that went wrong, by their status. */
export const failureResponses = (call: Call): Record<string, Reference> =>
  Object.fromEntries(
    listFailures(call).map((code) => [ERRORS[code].status, { $ref: `#/components/responses/${toName(code)}` }]),
  )

/** Lists the replies that those of `calls` refer to. */
export function listSharedFailures(calls: readonly Call[], schemas: JsonSchemas): Record<string, Response> {
  const codes = new Set(calls.flatMap(listFailures))
  return Object.fromEntries([...codes].map((code) => [toName(code), failureResponse(code, schemas)]))
}

/** One code a status, in the order of the statuses. */
function listFailures({ params, query, body, file, access, version, failures, ...call }: Call): ErrorCode[] {
  const codes = new Set<ErrorCode>(failures)
  if (params || query || body || file) codes.add('invalid')
  if (access !== 'open') codes.add('unauthenticated')
  if (access !== 'open' && !call.isOpenBeforePasswordChange) codes.add('forbidden')
  if (params) codes.add('notFound')
  if (body || file) codes.add('tooLarge').add('unsupportedType')
  if (version === 'checked') codes.add('staleRevision')
  codes.add('tooManyRequests').add('internal')
  return [...codes].sort((a, b) => ERRORS[a].status - ERRORS[b].status)
}

function failureResponse(code: ErrorCode, schemas: JsonSchemas): Response {
  const { message } = ERRORS[code]
  return {
    description: message,
    ...(code === 'tooManyRequests'
      ? { headers: { 'Retry-After': { description: '多少秒后可以重试', schema: { type: 'integer' } } } }
      : {}),
    content: { [JSON_TYPE]: { schema: schemas.convert(FailureSchema, 'output'), example: createExample(code) } },
  }
}

function createExample(code: ErrorCode): z.infer<typeof FailureSchema> {
  const { message } = ERRORS[code]
  if (code === 'invalid') return { success: false, message, errors: [{ path: 'page', message: '页码应为数字' }] }
  if (code === 'internal') return { success: false, message, requestId: '5f2b8c1e-7d0a-4c8e-9a55-1f3f0c6a2b17' }
  return { success: false, message }
}

/** `methodNotAllowed` → `MethodNotAllowed`. */
const toName = (code: ErrorCode): string => code[0]?.toUpperCase() + code.slice(1)
