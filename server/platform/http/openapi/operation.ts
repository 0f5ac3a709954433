import type { z } from 'zod'
import type { Call, UploadedFile } from '#contracts/call.ts'
import { describeScope, getKeyScope } from '#contracts/keys/scopes.ts'
import type { JsonSchemas } from './json-schemas.ts'
import {
  BEARER,
  BINARY_SCHEMA,
  JSON_TYPE,
  KEY,
  type Media,
  type Operation,
  type Parameter,
  type RequestBody,
} from './openapi-types.ts'
import { describeFailures, describeSuccess } from './responses.ts'

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: '修改所依据的版本，即读取时的 `ETag`；不带则直接保存。',
  schema: { type: 'string' },
  example: '"3"',
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    '一次操作的编号，由调用方生成的UUID。没有收到答复时，一天内带着它重复同一请求，不会重复执行，返回第一次的结果；用于内容不同的请求时返回422。',
  schema: { type: 'string', format: 'uuid' },
  example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
}

/** Describes a call: its summary, parameters, request body and responses. */
export function describeOperation(call: Call, schemas: JsonSchemas): Operation {
  const parameters = [
    ...describeParameters('path', call.params, schemas),
    ...describeParameters('query', call.query, schemas),
    ...(call.etag === 'checked' ? [IF_MATCH] : []),
    ...(call.hasIdempotencyKey ? [IDEMPOTENCY_KEY] : []),
  ]
  const requestBody = describeRequestBody(call, schemas)
  return {
    operationId: toOperationId(call),
    tags: call.group ? [call.group.name] : [],
    summary: call.summary,
    ...describeText(call),
    security: describeSecurity(call),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...describeSuccess(call, schemas), ...describeFailures(call) },
  }
}

/** Describes a call, and which scope a key needs for it. */
function describeText(call: Call): Pick<Operation, 'description'> {
  const text = [call.description, describeKeys(call)].filter((part) => part !== undefined).join('\n\n')
  return text === '' ? {} : { description: text }
}

function describeKeys(call: Call): string | undefined {
  const scope = getKeyScope(call)
  if (scope === 'any') return undefined
  if (scope === 'none') return call.access === 'public' ? undefined : '不能用密钥调用。'
  const isOptional = call.access === 'public'
  return `密钥${isOptional ? '有权限' : '所需的权限'}：\`${scope}\`（${describeScope(scope)}）${isOptional ? '时，以其所有者的身份' : ''}。`
}

/** Both schemes are alternatives. The roles of the second are the scopes, as OpenAPI 3.1 allows for any scheme. */
function describeSecurity(call: Call): Operation['security'] {
  if (call.access === 'public') return []
  const scope = getKeyScope(call)
  return scope === 'any' || scope === 'none' ? [{ [BEARER]: [] }] : [{ [BEARER]: [] }, { [KEY]: [scope] }]
}

function describeParameters(
  location: 'path' | 'query',
  schema: z.ZodObject | undefined,
  schemas: JsonSchemas,
): Parameter[] {
  if (!schema) return []
  // Parameters are text: their types come from the parsed output, and whether they are required from the input.
  const { required = [] } = schemas.convert(schema, 'input')
  const { properties = {} } = schemas.convert(schema, 'output')
  return Object.entries(properties).map(([name, property]) => {
    const { description = '', examples, ...type } = typeof property === 'object' ? property : {}
    return {
      name,
      in: location,
      required: location === 'path' || (required.includes(name) && type.default === undefined),
      schema: type,
      description,
      ...(examples ? { example: examples[0] } : {}),
    }
  })
}

function describeRequestBody({ body, example, file }: Call, schemas: JsonSchemas): RequestBody | undefined {
  if (file && !body) return { required: true, content: describeUpload(file, schemas) }
  if (!body) return undefined
  const media = { schema: schemas.convert(body, 'input'), ...(example === undefined ? {} : { example }) }
  return { required: !body.safeParse(undefined).success, content: { [JSON_TYPE]: media } }
}

/** The server reads the parts in order, so the fields precede the file. */
function describeUpload({ field, description, fields }: UploadedFile, schemas: JsonSchemas): Record<string, Media> {
  const { properties = {}, required = [] } = fields ? schemas.convert(fields, 'input') : {}
  const schema = {
    type: 'object' as const,
    properties: { ...properties, [field]: { ...BINARY_SCHEMA, description } },
    required: [...required, field],
  }
  return { 'multipart/form-data': { schema } }
}

/** `GET`, `/api/product-detail/:id` → `getProductDetailById`. */
const toOperationId = ({ method, path }: Call): string =>
  method.toLowerCase() +
  path
    .replace('/api/', '/')
    .replaceAll('/:', '-by-')
    .replaceAll(/[^a-zA-Z0-9]+([a-zA-Z0-9])?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')
