/** The shapes of an OpenAPI 3.1 document, as far as ours uses them, and of what it is made of. */
import type { FastifySchema } from 'fastify'
import type { z } from 'zod'
import type { ErrorCode } from '#contracts/errors.ts'
import type { Access } from '#server/platform/http/server/routes.ts'
import type { JsonSchema } from './json-schemas.ts'

export const JSON_TYPE = 'application/json'
/** The name of the way to sign in. */
export const BEARER = 'bearer'

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
export type Reference = { $ref: string }
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
