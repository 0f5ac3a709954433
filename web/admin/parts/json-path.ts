import { isObject } from '#contracts/rules/is-object.ts'

/** Reading and changing one place of a parsed JSON document. A change shares all that it does not touch. */
export type JsonPath = readonly (string | number)[]

/** `hero.buttons.0` as `['hero', 'buttons', 0]`. */
export const parsePath = (dotted: string): JsonPath =>
  dotted === '' ? [] : dotted.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

export const dottedPath = (path: JsonPath): string => path.join('.')

/** Returns the value at a path; `undefined` if there is none. */
export function valueAt(document: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return typeof part === 'number' ? value[part] : undefined
    return isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined
  }, document)
}

/** Returns the document with another value at a path; missing parents are created. An equal value changes nothing. */
export function withValueAt(document: unknown, path: JsonPath, value: unknown): unknown {
  const [part, ...rest] = path
  if (part === undefined) return value
  if (typeof part === 'number') {
    const list: unknown[] = Array.isArray(document) ? document : []
    const changed = withValueAt(list[part], rest, value)
    return Object.is(changed, list[part]) ? document : list.toSpliced(part, 1, changed)
  }
  const object = isObject(document) ? document : {}
  const changed = withValueAt(object[part], rest, value)
  return Object.is(changed, object[part]) && Object.hasOwn(object, part) ? document : { ...object, [part]: changed }
}

/** Returns the list with an item taken from one place and put into another. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.filter((_, index) => index !== from)
  const item = list[from]
  return item === undefined ? [...list] : rest.toSpliced(to, 0, item)
}
