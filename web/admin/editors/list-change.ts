/** Changes of list items (added, removed, moved), and the mapping of state that is stored by item index. */
import { moveItem } from '../components/json-path.ts'

/** `list` is the list's dotted path. */
export type ListChange =
  | { list: string; kind: 'added' | 'removed'; index: number }
  | { list: string; kind: 'moved'; from: number; to: number }

/** Maps the old index of a list item to its new one; `undefined` if it was removed. */
type IndexMapping = (index: number) => number | undefined

/** Returns the list after a change; `added` is the item to insert. */
export function applyListChange<Item>(items: readonly Item[], change: ListChange, added: Item): readonly Item[] {
  if (change.kind === 'moved') return moveItem(items, change.from, change.to)
  return change.kind === 'added' ? items.toSpliced(change.index, 0, added) : items.toSpliced(change.index, 1)
}

/** Returns the change that reverts a change. */
export function invertListChange(change: ListChange): ListChange {
  const { list } = change
  if (change.kind === 'moved') return { list, kind: 'moved', from: change.to, to: change.from }
  return { list, kind: change.kind === 'added' ? 'removed' : 'added', index: change.index }
}

/** Returns the mapping from old to new item indexes. */
export function mapIndexes(change: ListChange): IndexMapping {
  if (change.kind === 'moved') return mapMove(change.from, change.to)
  return change.kind === 'added' ? mapAddition(change.index) : mapRemoval(change.index)
}

/** Returns a dotted path after a change of list items; `undefined` if it was in a removed item. */
export function mapPath(path: string, change: ListChange): string | undefined {
  const { list } = change
  if (!path.startsWith(`${list}.`)) return path
  const [index = '', ...rest] = path.slice(list.length + 1).split('.')
  if (!/^\d+$/.test(index)) return path
  const newIndex = mapIndexes(change)(Number(index))
  return newIndex === undefined ? undefined : [list, newIndex, ...rest].join('.')
}

const mapMove =
  (from: number, to: number): IndexMapping =>
  (index) => {
    if (index === from) return to
    const indexAfterRemoval = index > from ? index - 1 : index
    return indexAfterRemoval >= to ? indexAfterRemoval + 1 : indexAfterRemoval
  }

const mapAddition =
  (addedIndex: number): IndexMapping =>
  (index) =>
    index >= addedIndex ? index + 1 : index

const mapRemoval =
  (removedIndex: number): IndexMapping =>
  (index) => {
    if (index === removedIndex) return undefined
    return index > removedIndex ? index - 1 : index
  }
