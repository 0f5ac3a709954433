/** Diffs two JSON values for histories and conflict dialogs, and applies a selection of the changes. */
import { isObject, type JsonObject } from './is-object.ts'
import { pairItems } from './pair-items.ts'
import { listUnmovedIndexes } from './unmoved-indexes.ts'
import { createValueNumbering, type ValueNumbering } from './value-numbering.ts'

/**
 * One difference. `path` is dotted (`hero.buttons.0.text`), with list indexes of the newer value, or of the older one
 * for a removal. For `moved`, `before` and `after` are the item's indexes.
 */
export type Change = {
  path: string
  kind: 'added' | 'removed' | 'changed' | 'moved'
  before: unknown
  after: unknown
}

const joinPath = (path: string, key: string | number) => (path === '' ? String(key) : `${path}.${key}`)

/** Returns the changes that turn `before` into `after`; list items are matched by identity, then by position. */
export const diff = (before: unknown, after: unknown): Change[] => diffValues(before, after, '', createValueNumbering())

function diffValues(before: unknown, after: unknown, path: string, getValueNumber: ValueNumbering): Change[] {
  if (Object.is(before, after)) return []
  if (isObject(before) && isObject(after)) return diffObjects(before, after, path, getValueNumber)
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(before, after, path, getValueNumber)
  return [{ path, kind: 'changed', before, after }]
}

function diffObjects(before: JsonObject, after: JsonObject, path: string, getValueNumber: ValueNumbering): Change[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key): Change[] => {
    const childPath = joinPath(path, key)
    const isPresent = { before: Object.hasOwn(before, key), after: Object.hasOwn(after, key) }
    if (!isPresent.before) return [{ path: childPath, kind: 'added', before: undefined, after: after[key] }]
    if (!isPresent.after) return [{ path: childPath, kind: 'removed', before: before[key], after: undefined }]
    return diffValues(before[key], after[key], childPath, getValueNumber)
  })
}

function diffLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
  getValueNumber: ValueNumbering,
): Change[] {
  const { pairs, removed, added } = pairItems(before, after, getValueNumber)
  const unmoved = listUnmovedIndexes(pairs)
  return [
    ...removed.map((index): Change => {
      return { path: joinPath(path, index), kind: 'removed', before: before[index], after: undefined }
    }),
    ...pairs.flatMap(([from, to]): Change[] => [
      ...(unmoved.has(from) ? [] : [{ path: joinPath(path, to), kind: 'moved' as const, before: from, after: to }]),
      ...diffValues(before[from], after[to], joinPath(path, to), getValueNumber),
    ]),
    ...added.map((index): Change => {
      return { path: joinPath(path, index), kind: 'added', before: undefined, after: after[index] }
    }),
  ]
}

/** Returns the key of a change: the same path can be both removed and added. */
export const getChangeKey = ({ kind, path }: Pick<Change, 'kind' | 'path'>): string => `${kind} ${path}`

/**
 * Applies the changes of `diff(before, after)` whose keys are selected; selecting all returns `after`, selecting none
 * `before`. A value that was merged from both is given by the key of its change in `mergedValues`.
 */
export const applyChanges = (
  before: unknown,
  after: unknown,
  selectedKeys: ReadonlySet<string>,
  mergedValues: ReadonlyMap<string, unknown> = new Map(),
): unknown => applyToValue(before, after, '', { selectedKeys, mergedValues, getValueNumber: createValueNumbering() })

type Selection = {
  selectedKeys: ReadonlySet<string>
  mergedValues: ReadonlyMap<string, unknown>
  getValueNumber: ValueNumbering
}

function applyToValue(before: unknown, after: unknown, path: string, selection: Selection): unknown {
  if (Object.is(before, after)) return before
  if (isObject(before) && isObject(after)) return applyToObject(before, after, path, selection)
  if (Array.isArray(before) && Array.isArray(after)) return applyToList(before, after, path, selection)
  const key = getChangeKey({ kind: 'changed', path })
  if (selection.mergedValues.has(key)) return selection.mergedValues.get(key)
  return selection.selectedKeys.has(key) ? after : before
}

function applyToObject(before: JsonObject, after: JsonObject, path: string, selection: Selection): JsonObject {
  const { selectedKeys } = selection
  const remaining = Object.entries(before).flatMap(([key, value]): [string, unknown][] => {
    const childPath = joinPath(path, key)
    if (Object.hasOwn(after, key)) return [[key, applyToValue(value, after[key], childPath, selection)]]
    return selectedKeys.has(getChangeKey({ kind: 'removed', path: childPath })) ? [] : [[key, value]]
  })
  const added = Object.entries(after).filter(
    ([key]) =>
      !Object.hasOwn(before, key) && selectedKeys.has(getChangeKey({ kind: 'added', path: joinPath(path, key) })),
  )
  return Object.fromEntries([...remaining, ...added])
}

/** An item, and its index in the newer list; `undefined` if only the older list has it. */
type PositionedItem = { value: unknown; to: number | undefined }
type NewerItem = { value: unknown; to: number }

function applyToList(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
  selection: Selection,
): unknown[] {
  const { pairs, added } = pairItems(before, after, selection.getValueNumber)
  const unmoved = listUnmovedIndexes(pairs)
  const isSelected = (kind: Change['kind'], index: number) =>
    selection.selectedKeys.has(getChangeKey({ kind, path: joinPath(path, index) }))
  const indexAfter = new Map(pairs)
  const remaining: PositionedItem[] = []
  const insertions: NewerItem[] = []
  for (const [from, value] of before.entries()) {
    const to = indexAfter.get(from)
    if (to === undefined) {
      if (!isSelected('removed', from)) remaining.push({ value, to: undefined })
      continue
    }
    const item = { value: applyToValue(value, after[to], joinPath(path, to), selection), to }
    if (unmoved.has(from) || !isSelected('moved', to)) remaining.push(item)
    else insertions.push(item)
  }
  for (const index of added) if (isSelected('added', index)) insertions.push({ value: after[index], to: index })
  return insertInOrder(remaining, insertions).map(({ value }) => value)
}

const isInNewerList = (item: PositionedItem): item is NewerItem => item.to !== undefined
const compareByPosition = (a: NewerItem, b: NewerItem) => a.to - b.to

/** Returns the items with the insertions, each after the closest item that precedes it in the newer list. */
function insertInOrder(items: readonly PositionedItem[], insertions: readonly NewerItem[]): PositionedItem[] {
  const anchors = items.filter(isInNewerList).sort(compareByPosition)
  const insertionsByAnchor = new Map<PositionedItem | undefined, PositionedItem[]>()
  let precedingCount = 0
  for (const insertion of [...insertions].sort(compareByPosition)) {
    for (
      let next = anchors[precedingCount];
      next && compareByPosition(next, insertion) < 0;
      next = anchors[precedingCount]
    )
      precedingCount += 1
    // Insertions after the same item keep the order of the newer list.
    const anchor = anchors[precedingCount - 1]
    const chain = insertionsByAnchor.get(anchor) ?? []
    insertionsByAnchor.set(anchor, chain)
    chain.push(insertion)
  }
  return [
    ...(insertionsByAnchor.get(undefined) ?? []),
    ...items.flatMap((item) => [item, ...(insertionsByAnchor.get(item) ?? [])]),
  ]
}
