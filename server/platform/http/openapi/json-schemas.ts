/** Zod schemas as JSON Schema, the named ones once each, as components that the others refer to. */
import { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * The direction of a schema: what a client sends (`input`: values with a default are optional) or receives (`output`).
 */
export type Direction = 'input' | 'output'

const REFERENCE = '#/components/schemas/'

export type JsonSchemas = {
  convert(schema: z.ZodType, direction: Direction): JsonSchema
  /** Returns the components that what has been converted refers to, by name. */
  components(): Record<string, JsonSchema>
}

/**
 * Creates a schema's `id` (`.meta({ id })`) names its component; what is sent in has a name of its own, ending in
 * `Input`.
 */
export function createJsonSchemas(): JsonSchemas {
  const components = new Map<string, JsonSchema>()

  return {
    convert(schema, direction) {
      const {
        $schema: _,
        $defs = {},
        ...converted
      } = z.toJSONSchema(z.object({ it: schema }), {
        io: direction,
        unrepresentable: 'any',
        override: ({ jsonSchema }) => simplify(jsonSchema),
      })
      const toName = (id: string) => (direction === 'input' ? `${id}Input` : id)
      for (const [id, definition] of Object.entries($defs))
        components.set(toName(id), rewriteReferences(withoutId(definition), toName))
      const { it } = converted.properties ?? {}
      return typeof it === 'object' ? rewriteReferences(it, toName) : {}
    },
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** Leaves out what only a validator reads: the pattern behind a format, the largest safe integer. */
function simplify(schema: JsonSchema): void {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.propertyNames && 'type' in Object(schema.propertyNames)) delete schema.propertyNames
}

const withoutId = ({ id: _, ...schema }: JsonSchema): JsonSchema => schema

/** Returns the same with its references turned to the document's components. */
function rewriteReferences<Value>(value: Value, toName: (id: string) => string): Value {
  return JSON.parse(JSON.stringify(value), (key: string, inner: unknown) =>
    key === '$ref' && typeof inner === 'string' ? REFERENCE + toName(inner.replace('#/$defs/', '')) : inner,
  )
}
