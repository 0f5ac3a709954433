/** Compares two JSON values for histories and conflict dialogs, and applies a selection of the changes. */
import { isObject, type JsonObject } from './is-object.ts'
import { findUnmoved, pairItems } from './pair-items.ts'

/**
 * One difference. `path` is dotted (`hero.buttons.0.text`), with places in lists as the newer value has them, or the
 * older one if something was removed. `moved` has the item's places as `before` and `after`.
 */
export type Change = {
  path: string
  kind: 'added' | 'removed' | 'changed' | 'moved'
  before: unknown
  after: unknown
}

const below = (path: string, key: string | number) => (path === '' ? String(key) : `${path}.${key}`)

/** Returns the changes that turn `before` into `after`; list items are matched by identity, then by position. */
export function diff(before: unknown, after: unknown, path = ''): Change[] {
  if (Object.is(before, after)) return []
  if (isObject(before) && isObject(after)) return diffObjects(before, after, path)
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(before, after, path)
  return [{ path, kind: 'changed', before, after }]
}

function diffObjects(before: JsonObject, after: JsonObject, path: string): Change[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key): Change[] => {
    const now = below(path, key)
    const isThere = { before: Object.hasOwn(before, key), after: Object.hasOwn(after, key) }
    if (!isThere.before) return [{ path: now, kind: 'added', before: undefined, after: after[key] }]
    if (!isThere.after) return [{ path: now, kind: 'removed', before: before[key], after: undefined }]
    return diff(before[key], after[key], now)
  })
}

function diffLists(before: readonly unknown[], after: readonly unknown[], path: string): Change[] {
  const { pairs, removed, added } = pairItems(before, after)
  const unmoved = findUnmoved(pairs)
  return [
    ...removed.map((index): Change => {
      return { path: below(path, index), kind: 'removed', before: before[index], after: undefined }
    }),
    ...pairs.flatMap(([from, to]): Change[] => [
      ...(unmoved.has(from) ? [] : [{ path: below(path, to), kind: 'moved' as const, before: from, after: to }]),
      ...diff(before[from], after[to], below(path, to)),
    ]),
    ...added.map((index): Change => {
      return { path: below(path, index), kind: 'added', before: undefined, after: after[index] }
    }),
  ]
}

/** Returns the key of a change: the same path may be both removed and added. */
export const changeKey = ({ kind, path }: Pick<Change, 'kind' | 'path'>): string => `${kind} ${path}`

/**
 * Applies the selected changes to `before`. Takes the two values of one `diff` and the keys of the selected changes;
 * selecting all returns `after`, selecting none `before`.
 */
export function applyChanges(before: unknown, after: unknown, selectedKeys: ReadonlySet<string>, path = ''): unknown {
  if (Object.is(before, after)) return before
  if (isObject(before) && isObject(after)) return applyToObject(before, after, selectedKeys, path)
  if (Array.isArray(before) && Array.isArray(after)) return applyToList(before, after, selectedKeys, path)
  return selectedKeys.has(changeKey({ kind: 'changed', path })) ? after : before
}

function applyToObject(
  before: JsonObject,
  after: JsonObject,
  selectedKeys: ReadonlySet<string>,
  path: string,
): JsonObject {
  const remaining = Object.entries(before).flatMap(([key, value]): [string, unknown][] => {
    const now = below(path, key)
    if (Object.hasOwn(after, key)) return [[key, applyChanges(value, after[key], selectedKeys, now)]]
    return selectedKeys.has(changeKey({ kind: 'removed', path: now })) ? [] : [[key, value]]
  })
  const added = Object.entries(after).filter(
    ([key]) => !Object.hasOwn(before, key) && selectedKeys.has(changeKey({ kind: 'added', path: below(path, key) })),
  )
  return Object.fromEntries([...remaining, ...added])
}

type Placed = { value: unknown; to: number | undefined }

function applyToList(
  before: readonly unknown[],
  after: readonly unknown[],
  selectedKeys: ReadonlySet<string>,
  path: string,
): unknown[] {
  const { pairs, added } = pairItems(before, after)
  const unmoved = findUnmoved(pairs)
  const isChosen = (kind: Change['kind'], index: number) =>
    selectedKeys.has(changeKey({ kind, path: below(path, index) }))
  const placeAfter = new Map(pairs)
  const remaining: Placed[] = []
  const insertions: Placed[] = []
  for (const [from, value] of before.entries()) {
    const to = placeAfter.get(from)
    if (to === undefined) {
      if (!isChosen('removed', from)) remaining.push({ value, to: undefined })
      continue
    }
    const item = { value: applyChanges(value, after[to], selectedKeys, below(path, to)), to }
    if (unmoved.has(from) || !isChosen('moved', to)) remaining.push(item)
    else insertions.push(item)
  }
  for (const index of added) if (isChosen('added', index)) insertions.push({ value: after[index], to: index })
  for (const item of insertions.sort((a, b) => (a.to ?? 0) - (b.to ?? 0)))
    remaining.splice(findInsertIndex(item, remaining), 0, item)
  return remaining.map(({ value }) => value)
}

/** Returns the index behind the nearest item that precedes it in the newer list. */
function findInsertIndex({ to = 0 }: Placed, items: readonly Placed[]): number {
  let nearest = -1
  let place = 0
  for (const [index, other] of items.entries())
    if (other.to !== undefined && other.to < to && other.to > nearest) {
      nearest = other.to
      place = index + 1
    }
  return place
}
