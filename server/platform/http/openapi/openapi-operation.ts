/** One call's description, from the schemas that it is checked by. */
import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import type { JsonSchemas } from './json-schemas.ts'
import { failureResponses } from './openapi-failures.ts'
import {
  type ApiDescription,
  BEARER,
  type DescribedRoute,
  JSON_TYPE,
  type Operation,
  type Parameter,
  type Response,
} from './openapi-shapes.ts'

export function operationOf(route: DescribedRoute, schemas: JsonSchemas, description: ApiDescription): Operation {
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
      ...failureResponses(route),
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

/** `get`, `/api/product-detail/:id` → `getProductDetailById`. */
const operationId = (method: string, url: string): string =>
  method +
  url
    .replace('/api/', '/')
    .replaceAll('/:', '-by-')
    .replaceAll(/[^a-zA-Z0-9]+([a-zA-Z0-9])?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')
