import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { z } from 'zod'
import { DOCUMENT_SCHEMAS } from '#contracts/documents/documents.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import type { JsonPath } from '../../components/json-path.ts'
import { formatPath } from '../../components/json-path.ts'
import { getLabel } from '../form/field-paths.ts'
import { FORMS } from '../forms/forms.ts'
import { findPosition, listPropertyNames } from './json-positions.ts'

/** Looks up the JSON schema at a path of a document. */
type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  enum?: unknown[]
  anyOf?: JsonSchema[]
  default?: unknown
}

const schemas = new Map<DocumentKind, JsonSchema>()

/** Returns the JSON schema of a kind, generated once from the contract. */
function getJsonSchema(kind: DocumentKind): JsonSchema {
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
const getSchemaAt = (schema: JsonSchema, path: JsonPath): JsonSchema | undefined =>
  path.reduce<JsonSchema | undefined>((parent, key) => {
    if (typeof key === 'number') return parent?.items
    return parent?.properties && getOwn(parent.properties, key)
  }, schema)

const getOwn = (properties: Record<string, JsonSchema>, key: string) =>
  Object.hasOwn(properties, key) ? properties[key] : undefined

/** Returns the initial value of a new property as JSON text. */
function createInitialText(schema: JsonSchema): string {
  if (schema.default !== undefined) return JSON.stringify(schema.default)
  if (schema.enum) return JSON.stringify(schema.enum[0])
  if (schema.properties) return '{}'
  if (schema.items) return '[]'
  if (schema.type === 'number' || schema.type === 'integer') return '0'
  return schema.type === 'boolean' ? 'false' : '""'
}

/** Completes property names and enum values from the contract's JSON schema, each with its Chinese label. */
export const jsonCompletion =
  (kind: DocumentKind) =>
  (context: CompletionContext): CompletionResult | null => {
    const { path, isName, node } = findPosition(context.state, context.pos)
    const input = context.matchBefore(/"?[\w-]*/)
    if (!context.explicit && (!input || input.from === input.to)) return null
    const from = input?.from ?? context.pos
    const schema = getSchemaAt(getJsonSchema(kind), path)
    if (!schema) return null
    // The editor inserts the closing quote together with the opening one, so the completion replaces it.
    const nextCharacter = context.state.sliceDoc(context.pos, context.pos + 1)
    const to = nextCharacter === '"' ? context.pos + 1 : context.pos
    if (isName && schema.properties)
      return {
        from,
        to,
        options: listNames(kind, schema, formatPath(path), listPropertyNames(context.state, node)),
        filter: true,
      }
    const values = listValues(schema)
    return values.length > 0 ? { from, to, options: values } : null
  }

/** Lists the properties that an object doesn't have yet. */
function listNames(
  kind: DocumentKind,
  { properties = {} }: JsonSchema,
  path: string,
  existingNames: ReadonlySet<string>,
): Completion[] {
  return Object.entries(properties)
    .filter(([name]) => !existingNames.has(name))
    .map(([name, schema]) => ({
      label: `"${name}"`,
      apply: `"${name}": ${createInitialText(schema)}`,
      detail:
        getLabel(FORMS[kind], path === '' ? name : `${path}.${name}`)
          .split(' › ')
          .at(-1) ?? '',
      type: 'property',
    }))
}

function listValues(schema: JsonSchema): Completion[] {
  const values = schema.type === 'boolean' ? [true, false] : (schema.enum ?? [])
  return values.map((value) => ({ label: JSON.stringify(value), type: 'enum' }))
}
