/** One call's description, from its contract. */
import type { z } from 'zod'
import { type Call, type Reply, wireSchema } from '#contracts/call.ts'
import type { JsonSchema, JsonSchemas } from './json-schemas.ts'
import { failureResponses } from './openapi-failures.ts'
import { BEARER, JSON_TYPE, type Media, type Operation, type Parameter, type Response } from './openapi-shapes.ts'

const BINARY: JsonSchema = { type: 'string', format: 'binary' }
const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: '修改所依据的版本，即读取时的 `ETag`；不带则直接保存。',
  schema: { type: 'string' },
  example: '"3"',
}
const ETAG: Response['headers'] = { ETag: { description: '版本。', schema: { type: 'string' } } }

export function describeOperation(call: Call, schemas: JsonSchemas): Operation {
  const parameters = [
    ...describeParameters('path', call.params, schemas),
    ...describeParameters('query', call.query, schemas),
    ...(call.version === 'checked' ? [IF_MATCH] : []),
  ]
  const requestBody = describeBody(call, schemas)
  return {
    operationId: operationId(call),
    tags: call.group ? [call.group.name] : [],
    summary: call.summary,
    ...(call.description ? { description: call.description } : {}),
    security: call.access === 'open' ? [] : [{ [BEARER]: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...successResponse(call, schemas), ...failureResponses(call) },
  }
}

function describeParameters(
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
  schemas: JsonSchemas,
): Parameter[] {
  if (!schema) return []
  // A query is text that becomes what the output says; what may be left out, the input says.
  const { required = [] } = schemas.convert(schema, 'input')
  const { properties = {} } = schemas.convert(schema, 'output')
  return Object.entries(properties).map(([name, property]) => {
    const { description = '', examples, ...custom } = typeof property === 'object' ? property : {}
    return {
      name,
      in: place,
      required: place === 'path' || (required.includes(name) && custom.default === undefined),
      schema: custom,
      description,
      ...(examples ? { example: examples[0] } : {}),
    }
  })
}

function describeBody({ body, example, file }: Call, schemas: JsonSchemas): Operation['requestBody'] {
  if (body) {
    const required = !body.safeParse(undefined).success
    return {
      required,
      content: {
        [JSON_TYPE]: { schema: schemas.convert(body, 'input'), ...(example === undefined ? {} : { example }) },
      },
    }
  }
  if (!file) return undefined
  const { properties = {}, required = [] } = file.fields ? schemas.convert(file.fields, 'input') : {}
  // The server reads the parts in order, so the fields come before the file.
  const parts = { ...properties, [file.field]: { ...BINARY, description: file.description } }
  const schema = { type: 'object' as const, properties: parts, required: [...required, file.field] }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function successResponse({ reply, version, status }: Call, schemas: JsonSchemas): Record<string, Response> {
  if ('kind' in reply && reply.kind === 'empty') return { 204: { description: '成功，没有内容' } }
  const headers = version === undefined ? {} : { headers: ETAG }
  const description = status === 202 ? '已接收，等待处理' : '成功'
  return { [status ?? 200]: { description, ...headers, content: serializeFragment(reply, schemas) } }
}

function serializeFragment(reply: Reply, schemas: JsonSchemas): Record<string, Media> {
  if ('kind' in reply && reply.kind === 'file')
    return Object.fromEntries(reply.types.map((type) => [type, { schema: BINARY }]))
  const schema = wireSchema(reply)
  return schema ? { [JSON_TYPE]: { schema: schemas.convert(schema, 'output') } } : {}
}

/** `GET`, `/api/product-detail/:id` → `getProductDetailById`. */
const operationId = ({ method, path }: Call): string =>
  method.toLowerCase() +
  path
    .replace('/api/', '/')
    .replaceAll('/:', '-by-')
    .replaceAll(/[^a-zA-Z0-9]+([a-zA-Z0-9])?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')
