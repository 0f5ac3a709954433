import { isObject } from '#contracts/rules/is-object.ts'

/** The path of a value in a parsed JSON document. */
export type JsonPath = readonly (string | number)[]

/** Parses a dotted path: `hero.buttons.0` becomes `['hero', 'buttons', 0]`. */
export const parsePath = (dotted: string): JsonPath =>
  dotted === '' ? [] : dotted.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))

export const formatPath = (path: JsonPath): string => path.join('.')

/** Returns the value at a path; `undefined` if it doesn't exist. */
export function getValueAt(document: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return typeof key === 'number' ? value[key] : undefined
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }, document)
}

/**
 * Returns a copy of the document with a value set at a path; missing parents are created. Only the objects on the path
 * are copied. Returns the same document if it already has the value.
 */
export function withValueAt(document: unknown, path: JsonPath, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (typeof key === 'number') {
    const list: unknown[] = Array.isArray(document) ? document : []
    const changed = withValueAt(list[key], rest, value)
    return Object.is(changed, list[key]) ? document : list.toSpliced(key, 1, changed)
  }
  const object = isObject(document) ? document : {}
  const changed = withValueAt(object[key], rest, value)
  return Object.is(changed, object[key]) && Object.hasOwn(object, key) ? document : { ...object, [key]: changed }
}

/** Returns a copy of the list with the item at index `from` moved to index `to`. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.filter((_, index) => index !== from)
  const item = list[from]
  return item === undefined ? [...list] : rest.toSpliced(to, 0, item)
}
