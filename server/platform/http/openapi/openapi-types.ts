/** The types of an OpenAPI 3.1 document, limited to what our document uses. */
import type { CallGroup } from '#contracts/call.ts'
import type { JsonSchema } from './json-schemas.ts'

export const JSON_TYPE = 'application/json'
/** The schema of a file's bytes. */
export const BINARY_SCHEMA: JsonSchema = { type: 'string', format: 'binary' }
/** The names of the security schemes: the token of a person's session, and the key of a program. */
export const BEARER = 'bearer'
export const KEY = 'key'

/** The general information of the document. */
export type ApiDescription = {
  title: string
  version: string
  summary: string
  description: string
  license: { name: string; url: string }
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: JsonSchema
  example?: unknown
}
export type Media = { schema: JsonSchema; example?: unknown }
export type Response = {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Record<string, Media>
}
export type RequestBody = { required: boolean; content: Record<string, Media> }
export type Reference = { $ref: string }
export type Operation = {
  operationId: string
  tags: readonly string[]
  summary: string | undefined
  description?: string | undefined
  security: readonly Record<string, readonly string[]>[]
  parameters?: Parameter[]
  requestBody?: RequestBody
  responses: Record<string, Response | Reference>
}
export type OpenapiDocument = {
  openapi: '3.1.1'
  info: ApiDescription
  servers: { url: string }[]
  tags: readonly CallGroup[]
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, object>
    responses: Record<string, Response>
    schemas: Record<string, JsonSchema>
  }
}
