/** Finds the keys of a request's body that its call doesn't declare, such as misspelled ones. */
import { z } from 'zod'
import { MESSAGES } from '#contracts/messages/general.ts'
import { invalidFields } from '#server/platform/app-error.ts'

/** A body may have thousands of keys; more names wouldn't help its author. */
const MAX_LISTED_KEYS = 20

/** The body of a call that declares none. */
export const NOTHING_SCHEMA = z.object({})

/** Returns the paths of all undeclared keys of a value, such as `groups.0.titel`. */
type KeyFinder = (value: unknown, path?: readonly (string | number)[]) => string[]

const findNone: KeyFinder = () => []

/** The types of schemas whose values can't contain an object with declared keys. */
const TYPES_WITHOUT_KEYS: ReadonlySet<string> = new Set([
  'any',
  'boolean',
  'custom',
  'enum',
  'literal',
  'null',
  'number',
  'template_literal',
  'string',
  'transform',
  'undefined',
  'unknown',
])

/**
 * Creates the function that throws `invalid` for keys of a body that its schema doesn't declare. Ignoring them would hide a
 * misspelled key behind a successful reply. Keys of what is `stored` are known, too: documents can store any, and a client
 * may send back what it has read.
 */
export function createKnownKeysAssertion(schema: z.core.$ZodType): (body: unknown, stored?: unknown) => void {
  const findUnknownKeys = createUnknownKeyFinder(schema)
  return (body, stored) => {
    const storedPlaces = new Set(findUnknownKeys(stored).map(toPlace))
    const paths = findUnknownKeys(body)
      .filter((path) => !storedPlaces.has(toPlace(path)))
      .slice(0, MAX_LISTED_KEYS)
    if (paths.length > 0)
      throw invalidFields(
        paths.map((path) => ({ path, message: MESSAGES.unknownKey })),
        MESSAGES.unknownKeys(paths),
      )
  }
}

/** Returns a path that is the same for all items of a list. */
const toPlace = (path: string): string => path.replaceAll(/\.\d+(?=\.|$)/g, '.*')

/**
 * Creates the function that finds the undeclared keys of a schema's input, in nested objects, too, and in loose ones, which
 * only say what is stored. Throws for a schema of a type that is not known to be searched completely.
 */
export function createUnknownKeyFinder(schema: z.core.$ZodType): KeyFinder {
  if (schema instanceof z.ZodObject) return createObjectFinder(schema)
  if (schema instanceof z.ZodArray) {
    const find = createUnknownKeyFinder(schema.element)
    return (value, path = []) =>
      Array.isArray(value) ? value.flatMap((item, index) => find(item, [...path, index])) : []
  }
  if (schema instanceof z.ZodRecord) {
    const find = createUnknownKeyFinder(schema.valueType)
    return (value, path = []) => listEntries(value).flatMap(([key, item]) => find(item, [...path, key]))
  }
  if (schema instanceof z.ZodUnion) return createUnionFinder(schema)
  // The input of a preprocessed value is only described by the schema that follows.
  if (schema instanceof z.ZodPipe)
    return createUnknownKeyFinder(schema.in instanceof z.ZodTransform ? schema.out : schema.in)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch
  )
    return createUnknownKeyFinder(schema.unwrap())
  if (TYPES_WITHOUT_KEYS.has(schema._zod.def.type)) return findNone
  throw new Error(`undeclared keys can't be found in a schema of type ${schema._zod.def.type}`)
}

function createObjectFinder({ shape }: z.ZodObject): KeyFinder {
  const finders = new Map(Object.entries(shape).map(([key, schema]) => [key, createUnknownKeyFinder(schema)]))
  return (value, path = []) =>
    listEntries(value).flatMap(([key, item]) => {
      const find = finders.get(key)
      return find ? find(item, [...path, key]) : [[...path, key].join('.')]
    })
}

/**
 * Searches with the first option that accepts the value, which is the one that parses it. If there is none, finds the keys
 * that no option declares.
 */
function createUnionFinder({ options }: z.ZodUnion): KeyFinder {
  const finders = options.map((option) => ({ option, find: createUnknownKeyFinder(option) }))
  return (value, path) => {
    const matching = finders.find(({ option }) => z.safeParse(option, value).success)
    if (matching) return matching.find(value, path)
    const [first = [], ...others] = finders.map(({ find }) => find(value, path))
    return first.filter((key) => others.every((keys) => keys.includes(key)))
  }
}

const listEntries = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
