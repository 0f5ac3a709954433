/** What differs between two JSON values, in words that a history and a conflict dialog can show, and a choice of it. */
import { isObject, type JsonObject } from './is-object.ts'
import { paired, stayingPut } from './list-pairs.ts'

/**
 * One difference. `path` is dotted (`hero.buttons.0.text`), with places in lists as the newer value has them, or the
 * older one where something was removed. `moved` has the item's places as `before` and `after`.
 */
export type Change = {
  path: string
  kind: 'added' | 'removed' | 'changed' | 'moved'
  before: unknown
  after: unknown
}

const below = (path: string, key: string | number) => (path === '' ? String(key) : `${path}.${key}`)

/** What has to happen to `before` to make it `after`; items of lists are matched by what names them, then by place. */
export function difference(before: unknown, after: unknown, path = ''): Change[] {
  if (Object.is(before, after)) return []
  if (isObject(before) && isObject(after)) return differenceOfObjects(before, after, path)
  if (Array.isArray(before) && Array.isArray(after)) return differenceOfLists(before, after, path)
  return [{ path, kind: 'changed', before, after }]
}

function differenceOfObjects(before: JsonObject, after: JsonObject, path: string): Change[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key): Change[] => {
    const at = below(path, key)
    const isThere = { before: Object.hasOwn(before, key), after: Object.hasOwn(after, key) }
    if (!isThere.before) return [{ path: at, kind: 'added', before: undefined, after: after[key] }]
    if (!isThere.after) return [{ path: at, kind: 'removed', before: before[key], after: undefined }]
    return difference(before[key], after[key], at)
  })
}

function differenceOfLists(before: readonly unknown[], after: readonly unknown[], path: string): Change[] {
  const { pairs, removed, added } = paired(before, after)
  const still = stayingPut(pairs)
  return [
    ...removed.map((at): Change => {
      return { path: below(path, at), kind: 'removed', before: before[at], after: undefined }
    }),
    ...pairs.flatMap(([from, to]): Change[] => [
      ...(still.has(from) ? [] : [{ path: below(path, to), kind: 'moved' as const, before: from, after: to }]),
      ...difference(before[from], after[to], below(path, to)),
    ]),
    ...added.map((at): Change => {
      return { path: below(path, at), kind: 'added', before: undefined, after: after[at] }
    }),
  ]
}

/** A change's name among those of one difference: a path alone may be both removed and added. */
export const changeKey = ({ kind, path }: Pick<Change, 'kind' | 'path'>): string => `${kind} ${path}`

/**
 * `before` with the chosen changes towards `after`. Takes the two values of one `difference` and the keys of what was
 * chosen; choosing all gives `after`, choosing none gives `before`.
 */
export function merged(before: unknown, after: unknown, chosen: ReadonlySet<string>, path = ''): unknown {
  if (Object.is(before, after)) return before
  if (isObject(before) && isObject(after)) return mergedObjects(before, after, chosen, path)
  if (Array.isArray(before) && Array.isArray(after)) return mergedLists(before, after, chosen, path)
  return chosen.has(changeKey({ kind: 'changed', path })) ? after : before
}

function mergedObjects(before: JsonObject, after: JsonObject, chosen: ReadonlySet<string>, path: string): JsonObject {
  const kept = Object.entries(before).flatMap(([key, value]): [string, unknown][] => {
    const at = below(path, key)
    if (Object.hasOwn(after, key)) return [[key, merged(value, after[key], chosen, at)]]
    return chosen.has(changeKey({ kind: 'removed', path: at })) ? [] : [[key, value]]
  })
  const added = Object.entries(after).filter(
    ([key]) => !Object.hasOwn(before, key) && chosen.has(changeKey({ kind: 'added', path: below(path, key) })),
  )
  return Object.fromEntries([...kept, ...added])
}

type Placed = { value: unknown; to: number | undefined }

function mergedLists(
  before: readonly unknown[],
  after: readonly unknown[],
  chosen: ReadonlySet<string>,
  path: string,
): unknown[] {
  const { pairs, added } = paired(before, after)
  const still = stayingPut(pairs)
  const isChosen = (kind: Change['kind'], at: number) => chosen.has(changeKey({ kind, path: below(path, at) }))
  const placeAfter = new Map(pairs)
  const kept: Placed[] = []
  const moving: Placed[] = []
  for (const [from, value] of before.entries()) {
    const to = placeAfter.get(from)
    if (to === undefined) {
      if (!isChosen('removed', from)) kept.push({ value, to: undefined })
      continue
    }
    const item = { value: merged(value, after[to], chosen, below(path, to)), to }
    if (still.has(from) || !isChosen('moved', to)) kept.push(item)
    else moving.push(item)
  }
  for (const at of added) if (isChosen('added', at)) moving.push({ value: after[at], to: at })
  for (const item of moving.sort((a, b) => (a.to ?? 0) - (b.to ?? 0))) kept.splice(placeOf(item, kept), 0, item)
  return kept.map(({ value }) => value)
}

/** Behind the nearest item that stands before it in the newer list. */
function placeOf({ to = 0 }: Placed, among: readonly Placed[]): number {
  let nearest = -1
  let place = 0
  for (const [index, other] of among.entries())
    if (other.to !== undefined && other.to < to && other.to > nearest) {
      nearest = other.to
      place = index + 1
    }
  return place
}
