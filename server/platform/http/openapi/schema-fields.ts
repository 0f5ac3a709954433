/** A JSON Schema as a reader looks at it: its fields, one under the other, and the name of each one's type. */
import type { JsonSchema } from './json-schemas.ts'

/** A field by its path from the root: `services[].title`. */
export type SchemaField = { path: string; schema: JsonSchema; isRequired: boolean }

/** A piece of a type's name; one that is a component can be linked. */
type TypePart = { text: string; component?: string }

const TYPE_LABELS: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  integer: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  null: '空',
}
const FORMAT_LABELS: Readonly<Record<string, string>> = {
  'date-time': '时间',
  email: '邮箱地址',
  uri: '网址',
  binary: '文件',
}

const toSchema = (value: JsonSchema | (JsonSchema | boolean)[] | boolean | undefined): JsonSchema =>
  typeof value === 'object' && !Array.isArray(value) ? value : {}

/** Fields of an object and of the nameless objects in it; what has a name is described under that. */
export function listFields(schema: JsonSchema, prefix = ''): SchemaField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const inner = toSchema(property)
    const path = prefix + name
    const field = { path, schema: inner, isRequired: schema.required?.includes(name) ?? false }
    if (inner.type === 'array') return [field, ...listFields(toSchema(inner.items), `${path}[].`)]
    return [field, ...listFields(inner, `${path}.`)]
  })
}

export function describeType(schema: JsonSchema): TypePart[] {
  if (schema.$ref) {
    const component = schema.$ref.split('/').pop() ?? ''
    return [{ text: component, component }]
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return joinParts(choices.map((choice) => describeType(toSchema(choice))))
  if (schema.const !== undefined) return [{ text: JSON.stringify(schema.const) }]
  if (schema.type === 'array') return [{ text: '列表：' }, ...describeType(toSchema(schema.items))]
  if (typeof schema.format === 'string' && FORMAT_LABELS[schema.format])
    return [{ text: FORMAT_LABELS[schema.format] ?? '' }]
  const types = [schema.type ?? []].flat()
  return types.length > 0 ? joinParts(types.map((type) => [{ text: TYPE_LABELS[type] ?? type }])) : [{ text: '任意' }]
}

const joinParts = (parts: TypePart[][]): TypePart[] =>
  parts.flatMap((part, index) => (index === 0 ? part : [{ text: '或' }, ...part]))
