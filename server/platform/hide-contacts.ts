/** Hides what a caller may not read in a reply, by the marks of its schema (`contracts/outsider-data.ts`). */
import { z } from 'zod'
import { OUTSIDER_DATA } from '#contracts/outsider-data.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { redactContacts } from '#server/platform/contacts/redact-contacts.ts'

type Hide = (value: unknown, caller: Caller | null) => unknown

/** The schemas are constants, so each is analyzed once. A schema without marks has `null`. */
const cache = new WeakMap<z.core.$ZodType, Hide | null>()

/**
 * Returns a reply as a caller may read it: where the caller lacks the permission of a marked schema, contacts are redacted or
 * the value is hidden.
 */
export function hideContacts<Schema extends z.ZodType, Value extends z.output<Schema>>(
  schema: Schema,
  value: Value,
  caller: Caller | null,
): Value {
  const hide = compile(schema)
  // Each value is replaced by one of the same type, which the compiler can't see.
  return hide ? (hide(value, caller) as Value) : value
}

/** Masks the part of an email address that names a person: `c***@example.com`. */
export const maskAddresses = (text: string): string => text.replaceAll(/([^\s<>@])[^\s<>@]*@/gu, '$1***@')

const HIDE = {
  contacts: redactTexts,
  mailbox: (value: unknown) => (typeof value === 'string' ? maskAddresses(value) : value),
} as const

/** Returns a value with the contacts in every text of it redacted. */
function redactTexts(value: unknown): unknown {
  if (typeof value === 'string') return redactContacts(value)
  if (Array.isArray(value)) return value.map(redactTexts)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, redactTexts(part)]))
}

function compile(schema: z.core.$ZodType): Hide | null {
  const cached = cache.get(schema)
  if (cached !== undefined) return cached
  // Ends the recursion of a schema that contains itself.
  let compiled: Hide | null = null
  cache.set(schema, (value, caller) => (compiled ? compiled(value, caller) : value))
  compiled = compileMarked(schema) ?? compileParts(schema)
  cache.set(schema, compiled)
  return compiled
}

function compileMarked(schema: z.core.$ZodType): Hide | null {
  const mark = OUTSIDER_DATA.get(schema)
  if (!mark) return null
  const hide = mark.hides === 'value' ? () => (schema instanceof z.ZodNullable ? null : '') : HIDE[mark.hides]
  return (value, caller) => (can(caller, mark.permission) ? value : hide(value))
}

function compileParts(schema: z.core.$ZodType): Hide | null {
  if (schema instanceof z.ZodObject) return compileObject(schema)
  if (schema instanceof z.ZodArray) return compileList(schema.element)
  if (schema instanceof z.ZodTuple) return compileTuple(schema)
  if (schema instanceof z.ZodRecord) return compileRecord(schema.valueType)
  if (schema instanceof z.ZodLazy) return compile(schema.unwrap())
  const inner = listInnerSchemas(schema)
    .map(compile)
    .filter((hide) => hide !== null)
  if (inner.length === 0) return null
  return (value, caller) => inner.reduce((reply, hide) => hide(reply, caller), value)
}

/** Returns the schemas that a value itself may match: of a union, an optional value, a conversion. */
function listInnerSchemas(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right]
  if (schema instanceof z.ZodPipe) return [schema.def.in, schema.def.out]
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodReadonly
  )
    return [schema.def.innerType]
  return []
}

function compileObject({ shape }: z.ZodObject): Hide | null {
  const members = Object.entries(shape).flatMap(([key, member]) => {
    const hide = compile(member)
    return hide ? [[key, hide] as const] : []
  })
  if (members.length === 0) return null
  return (value, caller) => {
    if (!isObject(value)) return value
    const reply: Record<string, unknown> = { ...value }
    for (const [key, hide] of members) if (reply[key] !== undefined) reply[key] = hide(reply[key], caller)
    return reply
  }
}

function compileList(element: z.core.$ZodType): Hide | null {
  const hide = compile(element)
  return hide && ((value, caller) => (Array.isArray(value) ? value.map((item) => hide(item, caller)) : value))
}

function compileTuple({ def }: z.ZodTuple): Hide | null {
  const items = def.items.map(compile)
  if (items.every((hide) => hide === null)) return null
  return (value, caller) =>
    Array.isArray(value) ? value.map((item, index) => items[index]?.(item, caller) ?? item) : value
}

function compileRecord(member: z.core.$ZodType): Hide | null {
  const hide = compile(member)
  return (
    hide &&
    ((value, caller) =>
      isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, hide(part, caller)]))
        : value)
  )
}
