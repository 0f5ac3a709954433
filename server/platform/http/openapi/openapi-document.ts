import type { Call, CallGroup } from '#contracts/call.ts'
import { createJsonSchemas } from './json-schemas.ts'
import { type ApiDescription, BEARER, KEY, type OpenapiDocument } from './openapi-types.ts'
import { describeOperation } from './operation.ts'
import { describeSharedFailures } from './responses.ts'

const SECURITY_SCHEMES = {
  [BEARER]: { type: 'http', scheme: 'bearer', description: '登录接口返回的 `token`。' },
  [KEY]: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'zk_…',
    description: '程序的接口密钥，由超级管理员在后台、会员在“账号与安全”中新建。各接口写明所需的权限。',
  },
}

/** Returns the OpenAPI 3.1 document of calls, generated from the same contracts as their routes. */
export function createOpenapiDocument(
  calls: readonly Call[],
  info: ApiDescription,
  publicUrl: string,
): OpenapiDocument {
  const schemas = createJsonSchemas()
  const paths: OpenapiDocument['paths'] = {}
  for (const call of calls) {
    const path = toPathTemplate(call.path)
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeOperation(call, schemas) }
  }
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: publicUrl }],
    tags: listGroups(calls),
    paths,
    components: {
      securitySchemes: calls.some(({ access }) => access !== 'public') ? SECURITY_SCHEMES : {},
      responses: describeSharedFailures(calls, schemas),
      // Last, since describing the operations and failures above adds to it.
      schemas: schemas.listComponents(),
    },
  }
}

/** `/api/product-detail/:id` → `/api/product-detail/{id}`. */
const toPathTemplate = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

/** Lists each group once, in the order of its first call. */
const listGroups = (calls: readonly Call[]): CallGroup[] => [
  ...new Map(calls.flatMap(({ group }) => (group ? [[group.name, group] as const] : []))).values(),
]
