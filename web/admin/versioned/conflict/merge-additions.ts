import { isObject } from '#contracts/rules/is-object.ts'
import { pairItems } from '#contracts/rules/pair-items.ts'

/** My version, theirs, and their common base. */
export type Versions<Value> = { base: Value; mine: Value; theirs: Value }

/**
 * Adds the list items that they added to my version. If both add an item, both are kept; compared by position alone,
 * one would look like a change of the other.
 */
export function mergeAdditions<Value>(versions: Versions<Value>): Value
export function mergeAdditions({ base, mine, theirs }: Versions<unknown>): unknown {
  if (isObject(base) && isObject(mine) && isObject(theirs))
    return Object.fromEntries(
      Object.entries(mine).map(([key, value]) => [
        key,
        mergeAdditions({ base: base[key], mine: value, theirs: theirs[key] }),
      ]),
    )
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) return mergeListAdditions(base, mine, theirs)
  return mine
}

function mergeListAdditions(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  const toMine = new Map(pairItems(base, mine).pairs)
  const fromTheirs = new Map(pairItems(base, theirs).pairs.map(([from, to]) => [to, from]))
  const result: { item: unknown; at: number }[] = mine.map((item, index) => ({ item, at: index }))
  for (const [from, index] of toMine) {
    const to = [...fromTheirs].find(([, source]) => source === from)?.[0]
    if (to === undefined) continue
    result[index] = { item: mergeAdditions({ base: base[from], mine: mine[index], theirs: theirs[to] }), at: index }
  }
  const isThere = (item: unknown) => mine.some((other) => JSON.stringify(other) === JSON.stringify(item))
  for (const [to, item] of theirs.entries()) {
    if (fromTheirs.has(to) || isThere(item)) continue
    // Behind the item that it stands behind in theirs.
    const neighbour = to === 0 ? undefined : theirs[to - 1]
    const source = to === 0 ? undefined : fromTheirs.get(to - 1)
    const place =
      source === undefined
        ? result.findIndex((other) => other.item === neighbour)
        : findInsertIndex(result, toMine.get(source))
    result.splice(to === 0 ? 0 : place === -1 ? result.length : place + 1, 0, { item, at: -1 })
  }
  return result.map(({ item }) => item)
}

const findInsertIndex = (result: readonly { at: number }[], at: number | undefined): number =>
  at === undefined ? -1 : result.findIndex((other) => other.at === at)
