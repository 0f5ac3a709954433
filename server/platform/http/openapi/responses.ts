/** Describes the responses of a call: the successful one, and the failures, which all calls share as components. */
import type { z } from 'zod'
import { type Call, findReplySchema, type Reply } from '#contracts/call.ts'
import { ERROR_DEFINITIONS, type ErrorCode } from '#contracts/errors.ts'
import { PROGRESS_TYPE } from '#contracts/progress.ts'
import { FailureSchema } from '#contracts/replies.ts'
import type { JsonSchemas } from './json-schemas.ts'
import { BINARY_SCHEMA, JSON_TYPE, type Media, type Reference, type Response } from './openapi-types.ts'

const ETAG: Response['headers'] = { ETag: { description: '版本。', schema: { type: 'string' } } }
const RETRY_AFTER: Response['headers'] = {
  'Retry-After': { description: '多少秒后可以重试', schema: { type: 'integer' } },
}

/** Describes the successful response of a call, by status. */
export function describeSuccess(
  { reply, etag, status, hasProgress }: Call,
  schemas: JsonSchemas,
): Record<string, Response> {
  if ('kind' in reply && reply.kind === 'empty') return { 204: { description: '成功，没有内容' } }
  return {
    [status ?? 200]: {
      description: status === 202 ? '已接收，等待处理' : '成功',
      ...(etag === undefined ? {} : { headers: ETAG }),
      content: {
        ...describeContent(reply, schemas),
        ...(hasProgress ? { [PROGRESS_TYPE]: { schema: PROGRESS_LINES } } : {}),
      },
    },
  }
}

const PROGRESS_LINES: Media['schema'] = {
  type: 'string',
  description:
    '`Accept` 中有这个类型时返回：每行一个JSON，先是进度 `progress`，最后一行是 `status` 与 `body`，即其他时候的响应。',
}

function describeContent(reply: Reply, schemas: JsonSchemas): Record<string, Media> {
  if ('kind' in reply && reply.kind === 'file')
    return Object.fromEntries(reply.types.map((type) => [type, { schema: BINARY_SCHEMA }]))
  const schema = findReplySchema(reply)
  return schema ? { [JSON_TYPE]: { schema: schemas.convert(schema, 'output') } } : {}
}

/** References the failure responses of a call, by status. */
export const describeFailures = (call: Call): Record<string, Reference> =>
  Object.fromEntries(
    listFailureCodes(call).map((code) => [
      ERROR_DEFINITIONS[code].status,
      { $ref: `#/components/responses/${toComponentName(code)}` },
    ]),
  )

/** Describes the failures that calls can return, by the names of their components. */
export function describeSharedFailures(calls: readonly Call[], schemas: JsonSchemas): Record<string, Response> {
  const codes = new Set(calls.flatMap(listFailureCodes))
  return Object.fromEntries([...codes].map((code) => [toComponentName(code), describeFailure(code, schemas)]))
}

/** Lists the error codes that a call may return, derived from its contract, by ascending status. */
function listFailureCodes({ params, query, body, file, access, etag, failures, ...call }: Call): ErrorCode[] {
  const codes = new Set<ErrorCode>(failures)
  if (params || query || body || file) codes.add('invalid')
  if (access !== 'public') codes.add('unauthenticated')
  if (access !== 'public' && !call.isAllowedBeforePasswordChange) codes.add('forbidden')
  if (params) codes.add('notFound')
  if (body || file) codes.add('payloadTooLarge').add('unsupportedMediaType')
  if (etag === 'checked') codes.add('versionConflict')
  if (call.hasIdempotencyKey) codes.add('invalid').add('unprocessable')
  codes.add('tooManyRequests').add('internal')
  return [...codes].sort((a, b) => ERROR_DEFINITIONS[a].status - ERROR_DEFINITIONS[b].status)
}

const describeFailure = (code: ErrorCode, schemas: JsonSchemas): Response => ({
  description: ERROR_DEFINITIONS[code].message,
  ...(code === 'tooManyRequests' ? { headers: RETRY_AFTER } : {}),
  content: { [JSON_TYPE]: { schema: schemas.convert(FailureSchema, 'output'), example: createExample(code) } },
})

function createExample(code: ErrorCode): z.infer<typeof FailureSchema> {
  const { message } = ERROR_DEFINITIONS[code]
  if (code === 'invalid') return { success: false, message, errors: [{ path: 'page', message: '页码应为数字' }] }
  if (code === 'internal') return { success: false, message, requestId: '5f2b8c1e-7d0a-4c8e-9a55-1f3f0c6a2b17' }
  return { success: false, message }
}

/** `methodNotAllowed` → `MethodNotAllowed`. */
const toComponentName = (code: ErrorCode): string => code[0]?.toUpperCase() + code.slice(1)
