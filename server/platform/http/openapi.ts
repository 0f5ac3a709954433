/** Describes the calls to machines: an OpenAPI 3.1 document, made of the schemas that the routes check by. */
import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import { ERRORS, type ErrorCode } from '#contracts/errors.ts'
import { FailureSchema } from '#contracts/replies.ts'
import { createJsonSchemas, type JsonSchema, type JsonSchemas } from './json-schemas.ts'
import type { Access } from './routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What may go wrong beyond what a route's schemas and access tell, for its description. */
    failures?: readonly ErrorCode[]
  }
}

/** What a route says of itself. */
export type DescribedRoute = {
  method: string
  url: string
  access: Access
  failures: readonly ErrorCode[]
  schema: FastifySchema
}

/** What no route knows: the document's own texts, and the names of what many routes share. */
export type ApiDescription = {
  title: string
  version: string
  summary: string
  description: string
  license: { name: string; url: string }
  /** In the order in which they are shown. */
  tags: readonly { name: string; description: string }[]
  schemas: Readonly<Record<string, z.ZodType>>
  /** By a parameter's name: what it is, and an example. */
  parameters: Readonly<Record<string, { description: string; example?: string | number }>>
  /** Examples of what is sent, by method and path: `POST /api/consultation`. */
  bodies: Readonly<Record<string, unknown>>
}

export type Parameter = {
  name: string
  in: 'path' | 'query'
  required: boolean
  description: string
  schema: JsonSchema
  example?: string | number
}
export type Media = { schema: JsonSchema; example?: unknown }
export type Response = {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Record<string, Media>
}
type Reference = { $ref: string }
export type Operation = {
  operationId: string
  tags: readonly string[]
  summary: string | undefined
  description?: string | undefined
  security: readonly Record<string, readonly string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, Response | Reference>
}
export type OpenapiDocument = {
  openapi: '3.1.1'
  info: Pick<ApiDescription, 'title' | 'version' | 'summary' | 'description' | 'license'>
  servers: { url: string }[]
  tags: ApiDescription['tags']
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, object>
    responses: Record<string, Response>
    schemas: Record<string, JsonSchema>
  }
}

const JSON_TYPE = 'application/json'
const BEARER = 'bearer'
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
  const failures = new Set<ErrorCode>()
  for (const route of routes) {
    for (const code of failuresOf(route)) failures.add(code)
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
      responses: Object.fromEntries([...failures].map((code) => [nameOf(code), failureResponse(code, schemas)])),
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

function operationOf(route: DescribedRoute, schemas: JsonSchemas, description: ApiDescription): Operation {
  const { schema, method, url, access } = route
  const parameters = [
    ...parametersOf('path', schema.params, schemas, description),
    ...parametersOf('query', schema.querystring, schemas, description),
  ]
  const requestBody = bodyOf(route, schemas, description)
  return {
    operationId: operationId(method, url),
    tags: schema.tags ?? [],
    summary: schema.summary,
    ...(schema.description ? { description: schema.description } : {}),
    security: access === 'open' ? [] : [{ [BEARER]: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...successResponses(schema, schemas),
      ...Object.fromEntries(
        failuresOf(route).map((code) => [ERRORS[code].status, { $ref: `#/components/responses/${nameOf(code)}` }]),
      ),
    },
  }
}

function parametersOf(
  place: Parameter['in'],
  schema: unknown,
  schemas: JsonSchemas,
  { parameters }: ApiDescription,
): Parameter[] {
  if (!(schema instanceof z.ZodType)) return []
  // A query is text that becomes what the output says; what may be left out, the input says.
  const { required = [] } = schemas.convert(schema, 'input')
  const { properties = {} } = schemas.convert(schema, 'output')
  return Object.entries(properties).map(([name, property]) => {
    const own: unknown = Object(property).description
    // What is described by its schema is another thing under the same name: the shared example would not fit it.
    const { description, example } = own === undefined ? (parameters[name] ?? {}) : { description: String(own) }
    return {
      name,
      in: place,
      required: place === 'path' || (required.includes(name) && Object(property).default === undefined),
      schema: typeof property === 'object' ? property : {},
      description: description ?? '',
      ...(example === undefined ? {} : { example }),
    }
  })
}

function bodyOf({ schema, method, url }: DescribedRoute, schemas: JsonSchemas, { bodies }: ApiDescription) {
  const { body, consumes } = schema
  if (!(body instanceof z.ZodType)) return undefined
  const example = bodies[`${method.toUpperCase()} ${url}`]
  return {
    required: !body.safeParse(undefined).success,
    content: {
      [consumes?.[0] ?? JSON_TYPE]: {
        schema: schemas.convert(body, 'input'),
        ...(example === undefined ? {} : { example }),
      },
    },
  }
}

function successResponses({ response, produces }: FastifySchema, schemas: JsonSchemas): Record<string, Response> {
  const given = Object.entries(Object(response)).filter(([status]) => status.startsWith('2'))
  if (given.length === 0) {
    const type = produces?.[0]
    return { 200: { description: '成功', ...(type ? { content: { [type]: { schema: {} } } } : {}) } }
  }
  return Object.fromEntries(
    given.map(([status, schema]) => [
      status,
      {
        description: '成功',
        ...(schema instanceof z.ZodType
          ? { content: { [produces?.[0] ?? JSON_TYPE]: { schema: schemas.convert(schema, 'output') } } }
          : {}),
      },
    ]),
  )
}

/** One code a status, in the order of the statuses. */
function failuresOf({ schema, access, url, failures }: DescribedRoute): ErrorCode[] {
  const codes = new Set<ErrorCode>(failures)
  if (schema.body || schema.querystring || schema.params) codes.add('invalid')
  if (access !== 'open') codes.add('unauthenticated')
  if (access !== 'open' && access !== 'signed-in') codes.add('forbidden')
  if (url.includes(':')) codes.add('notFound')
  if (schema.body) codes.add('tooLarge').add('unsupportedType')
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
    content: { [JSON_TYPE]: { schema: schemas.convert(FailureSchema, 'output'), example: exampleOf(code) } },
  }
}

function exampleOf(code: ErrorCode): z.infer<typeof FailureSchema> {
  const { message } = ERRORS[code]
  if (code === 'invalid') return { success: false, message, errors: [{ path: 'page', message: '页码应为数字' }] }
  if (code === 'internal') return { success: false, message, requestId: '5f2b8c1e-7d0a-4c8e-9a55-1f3f0c6a2b17' }
  return { success: false, message }
}

/** `methodNotAllowed` → `MethodNotAllowed`. */
const nameOf = (code: ErrorCode): string => code[0]?.toUpperCase() + code.slice(1)

/** `get`, `/api/product-detail/:id` → `getProductDetailById`. */
const operationId = (method: string, url: string): string =>
  method +
  url
    .replace('/api/', '/')
    .replaceAll('/:', '-by-')
    .replaceAll(/[^a-zA-Z0-9]+([a-zA-Z0-9])?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')
