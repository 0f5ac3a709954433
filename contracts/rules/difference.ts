/** Compares two JSON values for histories and conflict dialogs, and applies a selection of the changes. */
import { isObject, type JsonObject } from './is-object.ts'
import { findUnmoved, numberValues, pairItems, type ValueNumber } from './pair-items.ts'

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
export const diff = (before: unknown, after: unknown): Change[] => diffValues(before, after, '', numberValues())

function diffValues(before: unknown, after: unknown, path: string, getNumber: ValueNumber): Change[] {
  if (Object.is(before, after)) return []
  if (isObject(before) && isObject(after)) return diffObjects(before, after, path, getNumber)
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(before, after, path, getNumber)
  return [{ path, kind: 'changed', before, after }]
}

function diffObjects(before: JsonObject, after: JsonObject, path: string, getNumber: ValueNumber): Change[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key): Change[] => {
    const now = below(path, key)
    const isThere = { before: Object.hasOwn(before, key), after: Object.hasOwn(after, key) }
    if (!isThere.before) return [{ path: now, kind: 'added', before: undefined, after: after[key] }]
    if (!isThere.after) return [{ path: now, kind: 'removed', before: before[key], after: undefined }]
    return diffValues(before[key], after[key], now, getNumber)
  })
}

function diffLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
  getNumber: ValueNumber,
): Change[] {
  const { pairs, removed, added } = pairItems(before, after, getNumber)
  const unmoved = findUnmoved(pairs)
  return [
    ...removed.map((index): Change => {
      return { path: below(path, index), kind: 'removed', before: before[index], after: undefined }
    }),
    ...pairs.flatMap(([from, to]): Change[] => [
      ...(unmoved.has(from) ? [] : [{ path: below(path, to), kind: 'moved' as const, before: from, after: to }]),
      ...diffValues(before[from], after[to], below(path, to), getNumber),
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
export const applyChanges = (before: unknown, after: unknown, selectedKeys: ReadonlySet<string>): unknown =>
  applyToValue(before, after, '', { selectedKeys, getNumber: numberValues() })

type Selection = { selectedKeys: ReadonlySet<string>; getNumber: ValueNumber }

function applyToValue(before: unknown, after: unknown, path: string, selection: Selection): unknown {
  if (Object.is(before, after)) return before
  if (isObject(before) && isObject(after)) return applyToObject(before, after, path, selection)
  if (Array.isArray(before) && Array.isArray(after)) return applyToList(before, after, path, selection)
  return selection.selectedKeys.has(changeKey({ kind: 'changed', path })) ? after : before
}

function applyToObject(before: JsonObject, after: JsonObject, path: string, selection: Selection): JsonObject {
  const { selectedKeys } = selection
  const remaining = Object.entries(before).flatMap(([key, value]): [string, unknown][] => {
    const now = below(path, key)
    if (Object.hasOwn(after, key)) return [[key, applyToValue(value, after[key], now, selection)]]
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
  path: string,
  selection: Selection,
): unknown[] {
  const { pairs, added } = pairItems(before, after, selection.getNumber)
  const unmoved = findUnmoved(pairs)
  const isChosen = (kind: Change['kind'], index: number) =>
    selection.selectedKeys.has(changeKey({ kind, path: below(path, index) }))
  const placeAfter = new Map(pairs)
  const remaining: Placed[] = []
  const insertions: Placed[] = []
  for (const [from, value] of before.entries()) {
    const to = placeAfter.get(from)
    if (to === undefined) {
      if (!isChosen('removed', from)) remaining.push({ value, to: undefined })
      continue
    }
    const item = { value: applyToValue(value, after[to], below(path, to), selection), to }
    if (unmoved.has(from) || !isChosen('moved', to)) remaining.push(item)
    else insertions.push(item)
  }
  for (const index of added) if (isChosen('added', index)) insertions.push({ value: after[index], to: index })
  return insertInOrder(remaining, insertions).map(({ value }) => value)
}

const byPlace = (a: Placed, b: Placed) => (a.to ?? 0) - (b.to ?? 0)

/** Returns the items with the insertions, each behind the nearest item that precedes it in the newer list. */
function insertInOrder(items: readonly Placed[], insertions: readonly Placed[]): Placed[] {
  const anchors = items.filter(({ to }) => to !== undefined).sort(byPlace)
  const behind = new Map<Placed | undefined, Placed[]>()
  let passed = 0
  for (const insertion of [...insertions].sort(byPlace)) {
    for (let next = anchors[passed]; next && byPlace(next, insertion) < 0; next = anchors[passed]) passed += 1
    // Those behind one item follow each other: they come in the newer list's order.
    const anchor = anchors[passed - 1]
    const chain = behind.get(anchor) ?? []
    behind.set(anchor, chain)
    chain.push(insertion)
  }
  return [...(behind.get(undefined) ?? []), ...items.flatMap((item) => [item, ...(behind.get(item) ?? [])])]
}
