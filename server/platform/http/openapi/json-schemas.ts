import { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Whether a schema describes what a client sends (values with a default are optional) or what it receives. */
type Direction = 'input' | 'output'

export type JsonSchemas = ReturnType<typeof createJsonSchemas>

const COMPONENTS = '#/components/schemas/'
const DEFINITIONS = '#/$defs/'

/**
 * Creates a converter of Zod schemas to JSON Schema. A named schema (`.meta({ id })`) becomes a component, which other
 * schemas reference. Since a schema's input may differ from its output, the component of the input is `<id>Input`.
 */
export function createJsonSchemas() {
  const components = new Map<string, JsonSchema>()

  return {
    convert(schema: z.ZodType, direction: Direction): JsonSchema {
      const toComponentName = (id: string) => (direction === 'input' ? `${id}Input` : id)
      // Zod extracts named schemas only below the root, so a root schema that may be named is wrapped.
      const { $defs = {}, properties } = z.toJSONSchema(z.object({ wrapped: schema }), {
        io: direction,
        unrepresentable: 'any',
        override: ({ jsonSchema }) => omitValidatorDetails(jsonSchema),
      })
      for (const [id, { id: _, ...definition }] of Object.entries($defs))
        components.set(toComponentName(id), referToComponents(definition, toComponentName))
      return typeof properties?.wrapped === 'object' ? referToComponents(properties.wrapped, toComponentName) : {}
    },

    /** Returns the components of all schemas converted so far, sorted by name. */
    listComponents: (): Record<string, JsonSchema> =>
      Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** Removes details that matter only to validators: the pattern of a format, the safe-integer bounds. */
function omitValidatorDetails(schema: JsonSchema): void {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.propertyNames && 'type' in Object(schema.propertyNames)) delete schema.propertyNames
}

/** Returns a copy whose references point to the document's components. */
function referToComponents(schema: JsonSchema, toComponentName: (id: string) => string): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key: string, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? COMPONENTS + toComponentName(value.replace(DEFINITIONS, '')) : value,
  )
}
