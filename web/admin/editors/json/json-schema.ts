/** Looks up the JSON schema at a path of a document. */
import { z } from 'zod'
import { DOCUMENT_SCHEMAS } from '#contracts/documents/documents.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import type { JsonPath } from '../../components/json-path.ts'

export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  enum?: unknown[]
  anyOf?: JsonSchema[]
  default?: unknown
}

const schemas = new Map<DocumentKind, JsonSchema>()

/** Returns the JSON schema of a kind, generated once from the contract. */
export function getJsonSchema(kind: DocumentKind): JsonSchema {
  const cached = schemas.get(kind)
  if (cached) return cached
  const schema: JsonSchema = JSON.parse(
    JSON.stringify(
      z.toJSONSchema(DOCUMENT_SCHEMAS[kind], { io: 'input', unrepresentable: 'any', metadata: z.registry() }),
    ),
  )
  schemas.set(kind, schema)
  return schema
}

/** Returns the schema at a path; `undefined` if it isn't in the contract. */
export const getSchemaAt = (schema: JsonSchema, path: JsonPath): JsonSchema | undefined =>
  path.reduce<JsonSchema | undefined>((parent, key) => {
    if (typeof key === 'number') return parent?.items
    return parent?.properties && getOwn(parent.properties, key)
  }, schema)

const getOwn = (properties: Record<string, JsonSchema>, key: string) =>
  Object.hasOwn(properties, key) ? properties[key] : undefined

/** Returns the initial value of a new property as JSON text. */
export function createInitialText(schema: JsonSchema): string {
  if (schema.default !== undefined) return JSON.stringify(schema.default)
  if (schema.enum) return JSON.stringify(schema.enum[0])
  if (schema.properties) return '{}'
  if (schema.items) return '[]'
  if (schema.type === 'number' || schema.type === 'integer') return '0'
  return schema.type === 'boolean' ? 'false' : '""'
}
