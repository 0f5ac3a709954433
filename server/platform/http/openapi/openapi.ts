/** Describes the calls to machines: an OpenAPI 3.1 document, made of the contracts that the routes answer. */
import type { Call, CallGroup } from '#contracts/call.ts'
import { createJsonSchemas } from './json-schemas.ts'
import { listSharedFailures } from './openapi-failures.ts'
import { describeOperation } from './openapi-operation.ts'
import { type ApiDescription, BEARER, type OpenapiDocument } from './openapi-shapes.ts'

const SECURITY_SCHEMES = { [BEARER]: { type: 'http', scheme: 'bearer', description: '登录接口返回的 token。' } }

export function openapiDocument(calls: readonly Call[], info: ApiDescription, publicUrl: string): OpenapiDocument {
  const schemas = createJsonSchemas()
  const paths: OpenapiDocument['paths'] = {}
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeOperation(call, schemas) }
  }
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: publicUrl }],
    tags: getGroups(calls),
    paths,
    components: {
      securitySchemes: calls.some(({ access }) => access !== 'open') ? SECURITY_SCHEMES : {},
      responses: listSharedFailures(calls, schemas),
      schemas: schemas.components(),
    },
  }
}

/** Returns each group once, in the order of its first call. */
const getGroups = (calls: readonly Call[]): CallGroup[] => [
  ...new Map(calls.flatMap(({ group }) => (group ? [[group.name, group] as const] : []))).values(),
]
