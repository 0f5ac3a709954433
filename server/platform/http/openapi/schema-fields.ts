/** A JSON Schema as a reader looks at it: its fields, one under the other, and the name of each one's type. */
import type { JsonSchema } from './json-schemas.ts'

/** A field by its path from the root: `services[].title`. */
export type SchemaField = { path: string; schema: JsonSchema; isRequired: boolean }

/** A piece of a type's name; one that is a component can be linked. */
type TypePart = { text: string; component?: string }

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  integer: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  null: '空',
}
const FORMAT_NAMES: Readonly<Record<string, string>> = {
  'date-time': '时间',
  email: '邮箱地址',
  uri: '网址',
  binary: '文件',
}

const asSchema = (value: JsonSchema | (JsonSchema | boolean)[] | boolean | undefined): JsonSchema =>
  typeof value === 'object' && !Array.isArray(value) ? value : {}

/** Fields of an object and of the nameless objects in it; what has a name is described under that. */
export function fieldsOf(schema: JsonSchema, prefix = ''): SchemaField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const inner = asSchema(property)
    const path = prefix + name
    const field = { path, schema: inner, isRequired: schema.required?.includes(name) ?? false }
    if (inner.type === 'array') return [field, ...fieldsOf(asSchema(inner.items), `${path}[].`)]
    return [field, ...fieldsOf(inner, `${path}.`)]
  })
}

export function typeOf(schema: JsonSchema): TypePart[] {
  if (schema.$ref) {
    const component = schema.$ref.split('/').pop() ?? ''
    return [{ text: component, component }]
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return joined(choices.map((choice) => typeOf(asSchema(choice))))
  if (schema.const !== undefined) return [{ text: JSON.stringify(schema.const) }]
  if (schema.type === 'array') return [{ text: '列表：' }, ...typeOf(asSchema(schema.items))]
  if (typeof schema.format === 'string' && FORMAT_NAMES[schema.format])
    return [{ text: FORMAT_NAMES[schema.format] ?? '' }]
  const types = [schema.type ?? []].flat()
  return types.length > 0 ? joined(types.map((type) => [{ text: TYPE_NAMES[type] ?? type }])) : [{ text: '任意' }]
}

const joined = (parts: TypePart[][]): TypePart[] =>
  parts.flatMap((part, at) => (at === 0 ? part : [{ text: '或' }, ...part]))
