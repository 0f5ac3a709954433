/** Describes the calls to machines: an OpenAPI 3.1 document, made of the schemas that the routes check by. */
import type { FastifyInstance } from 'fastify'
import type { ErrorCode } from '#contracts/errors.ts'
import { FailureSchema } from '#contracts/replies.ts'
import { createJsonSchemas } from './json-schemas.ts'
import { sharedFailures } from './openapi-failures.ts'
import { operationOf } from './openapi-operation.ts'
import { type ApiDescription, BEARER, type DescribedRoute, type OpenapiDocument } from './openapi-shapes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What may go wrong beyond what a route's schemas and access tell, for its description. */
    failures?: readonly ErrorCode[]
  }
}

const SECURITY_SCHEMES = { [BEARER]: { type: 'http', scheme: 'bearer', description: '登录接口返回的 token。' } }

/** Gathers the routes from now on that aren't hidden. Gives the list that they are written into. */
export function gatherDescribedRoutes(app: FastifyInstance): readonly DescribedRoute[] {
  const routes: DescribedRoute[] = []
  app.addHook('onRoute', ({ method, url, schema = {}, config }) => {
    if (schema.hide || !url.startsWith('/api/')) return
    const { access = 'signed-in', failures = [] } = config ?? {}
    for (const each of [method].flat())
      if (each !== 'HEAD') routes.push({ method: each.toLowerCase(), url, access, failures, schema })
  })
  return routes
}

export function openapiDocument(
  routes: readonly DescribedRoute[],
  description: ApiDescription,
  publicUrl: string,
): OpenapiDocument {
  const schemas = createJsonSchemas({ ...description.schemas, Failure: FailureSchema })
  const paths: OpenapiDocument['paths'] = {}
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operationOf(route, schemas, description) }
  }
  const { title, version, summary, license } = description
  return {
    openapi: '3.1.1',
    info: { title, version, summary, description: description.description, license },
    servers: [{ url: publicUrl }],
    tags: tagsOf(routes, description),
    paths,
    components: {
      securitySchemes: routes.some(({ access }) => access !== 'open') ? SECURITY_SCHEMES : {},
      responses: sharedFailures(routes, schemas),
      schemas: schemas.components(),
    },
  }
}

/** The described ones that are used, in their order; one that nobody has described yet comes last, and bare. */
function tagsOf(routes: readonly DescribedRoute[], { tags }: ApiDescription): { name: string; description: string }[] {
  const used = new Set(routes.flatMap(({ schema }) => schema.tags ?? []))
  const known = new Set(tags.map(({ name }) => name))
  const unknown = [...used].filter((name) => !known.has(name))
  return [...tags.filter(({ name }) => used.has(name)), ...unknown.map((name) => ({ name, description: '' }))]
}
