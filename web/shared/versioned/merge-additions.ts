import { isObject } from '#contracts/rules/is-object.ts'
import { createValueNumbering, pairItems } from '#contracts/rules/pair-items.ts'

/** My version, theirs, and their common base. */
export type Versions<Value> = { base: Value; mine: Value; theirs: Value }

/**
 * Adds the list items that they added to my version. If both added an item, both are kept; a comparison by position
 * alone would treat one as a change of the other.
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
  const getNumber = createValueNumbering()
  const toMine = new Map(pairItems(base, mine, getNumber).pairs)
  const theirPairs = pairItems(base, theirs, getNumber).pairs
  const fromTheirs = new Map(theirPairs.map(([from, to]) => [to, from]))
  const toTheirs = new Map(theirPairs)
  const fromMine = new Map([...toMine].map(([from, index]) => [index, from]))

  const result = createLinkedList()
  const myEntries = mine.map((item, index) => {
    const from = fromMine.get(index)
    const to = from === undefined ? undefined : toTheirs.get(from)
    if (from === undefined || to === undefined) return result.append(item)
    return result.append(mergeAdditions({ base: base[from], mine: item, theirs: theirs[to] }))
  })
  const entryByNumber = new Map(mine.map((item, index) => [getNumber(item), myEntries[index]]))
  /** The entry of the preceding item; `undefined` if I removed it. */
  let neighbour: Entry | undefined = result.start
  for (const [to, item] of theirs.entries()) {
    const from = fromTheirs.get(to)
    const equal = entryByNumber.get(getNumber(item))
    if (from !== undefined) neighbour = myEntries[toMine.get(from) ?? -1]
    else if (equal) neighbour = equal
    else neighbour = neighbour ? result.insertAfter(neighbour, item) : result.append(item)
  }
  return result.list()
}

type Entry = { item: unknown; next: Entry | undefined }

/** A linked list: an item can be inserted after any other without moving the rest. */
function createLinkedList() {
  const start: Entry = { item: undefined, next: undefined }
  let last = start
  function insertAfter(entry: Entry, item: unknown): Entry {
    const added: Entry = { item, next: entry.next }
    entry.next = added
    if (entry === last) last = added
    return added
  }
  return {
    start,
    insertAfter,
    append: (item: unknown): Entry => insertAfter(last, item),
    list(): unknown[] {
      const items: unknown[] = []
      for (let entry = start.next; entry; entry = entry.next) items.push(entry.item)
      return items
    },
  }
}
