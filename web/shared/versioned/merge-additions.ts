import { isObject } from '#contracts/rules/is-object.ts'
import { pairItems } from '#contracts/rules/pair-items.ts'
import { createValueNumbering } from '#contracts/rules/value-numbering.ts'

/** My version, theirs, and their common base. */
export type Versions<Value> = { base: Value; mine: Value; theirs: Value }

/**
 * Adds to my version the list items that they added. If both added an item, both are kept; a comparison by position
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
  const myPairs = pairItems(base, mine, getNumber).pairs
  const theirPairs = pairItems(base, theirs, getNumber).pairs
  const baseToMine = new Map(myPairs)
  const baseToTheirs = new Map(theirPairs)
  const myIndexToBaseIndex = new Map(myPairs.map(([baseIndex, myIndex]) => [myIndex, baseIndex]))
  const theirIndexToBaseIndex = new Map(theirPairs.map(([baseIndex, theirIndex]) => [theirIndex, baseIndex]))

  const result = createLinkedList()
  const myEntries = mine.map((item, myIndex) => {
    const baseIndex = myIndexToBaseIndex.get(myIndex)
    const theirIndex = baseIndex === undefined ? undefined : baseToTheirs.get(baseIndex)
    if (baseIndex === undefined || theirIndex === undefined) return result.append(item)
    return result.append(mergeAdditions({ base: base[baseIndex], mine: item, theirs: theirs[theirIndex] }))
  })
  const myEntryByNumber = new Map(mine.map((item, index) => [getNumber(item), myEntries[index]]))
  /** The entry of their preceding item; `undefined` if I removed that item. */
  let previous: Entry | undefined = result.start
  for (const [theirIndex, item] of theirs.entries()) {
    const baseIndex = theirIndexToBaseIndex.get(theirIndex)
    const equalEntry = myEntryByNumber.get(getNumber(item))
    if (baseIndex !== undefined) previous = myEntries[baseToMine.get(baseIndex) ?? -1]
    else if (equalEntry) previous = equalEntry
    else previous = previous ? result.insertAfter(previous, item) : result.append(item)
  }
  return result.toArray()
}

type Entry = { item: unknown; next: Entry | undefined }

/** Creates a linked list, in which an item can be inserted after any other without moving the rest. */
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
    toArray(): unknown[] {
      const items: unknown[] = []
      for (let entry = start.next; entry; entry = entry.next) items.push(entry.item)
      return items
    },
  }
}
