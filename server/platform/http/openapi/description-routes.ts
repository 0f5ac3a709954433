import type { Call } from '#contracts/call.ts'
import { API } from '#contracts/paths.ts'
import type { Routes } from '#server/platform/http/server/routes.ts'
import { openapiDocument } from './openapi.ts'
import type { ApiDescription } from './openapi-shapes.ts'
import { REFERENCE_POLICY, referencePage } from './reference-page.ts'

const tags = ['接口说明']

/** The calls' description, for machines and for people. */
export function descriptionRoutes(of: {
  calls: readonly Call[]
  description: ApiDescription
  publicUrl: string
}): Routes {
  const document = () => openapiDocument(of.calls, of.description, of.publicUrl)
  return (app, { readsFrom }) => {
    app.get(
      API.openapi,
      {
        config: { access: 'open' },
        schema: {
          tags,
          summary: '读取OpenAPI文档',
          description: '按 OpenAPI 3.1 描述全部接口。',
          produces: ['application/json'],
        },
      },
      async (request, reply) => {
        readsFrom(request)
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(document()))
      },
    )
    app.get(
      API.docs,
      {
        config: { access: 'open' },
        schema: { tags, summary: '阅读接口说明', description: '供人阅读的接口说明页面。', produces: ['text/html'] },
      },
      async (request, reply) => {
        readsFrom(request)
        reply.header('content-security-policy', REFERENCE_POLICY)
        return reply.type('text/html; charset=utf-8').send(referencePage(document(), API.openapi))
      },
    )
  }
}
