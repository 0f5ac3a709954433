import { useState, useSyncExternalStore } from 'react'
import { useEditor, useEditorState } from '../editor-context.tsx'

/** The number of items that are rendered at first, and added by each click. Longer lists can be searched. */
const ITEMS_PER_PAGE = 50

type VisibleItemsInput = {
  /** The path of the list. */
  path: string
  count: number
  search: string
  getName: (index: number) => string
}

/** Lists the first `limit` indexes and the pinned index, in order. */
export function listVisibleIndexes(
  indexes: readonly number[],
  limit: number,
  pinnedIndex: number | undefined,
): number[] {
  const first = indexes.slice(0, limit)
  if (pinnedIndex === undefined || first.includes(pinnedIndex)) return first
  return [...first, pinnedIndex].sort((a, b) => a - b)
}

/**
 * Returns the index, after the removal, of the visible item that followed the removed one, or else preceded it;
 * `undefined` if no other item is visible.
 */
export function findIndexAfterRemoval(visibleIndexes: readonly number[], removedIndex: number): number | undefined {
  const position = visibleIndexes.indexOf(removedIndex)
  const nextIndex = visibleIndexes[position + 1]
  return nextIndex === undefined ? visibleIndexes[position - 1] : nextIndex - 1
}

/**
 * Returns the indexes of the list items to render: those that match the search, up to a limit, and the pinned one.
 * `nextCount` is the number of further items that `showMore` would show.
 */
export function useVisibleItems({ path, count, search, getName }: VisibleItemsInput) {
  const { viewState } = useEditor()
  const [limit, setLimit] = useState(ITEMS_PER_PAGE)
  const pinnedIndex = useSyncExternalStore(viewState.subscribe, () => viewState.getPinnedIndex(path))
  const indexes = Array.from({ length: count }, (_, index) => index)
  const isMatch = (index: number) => search === '' || getName(index).toLowerCase().includes(search.trim().toLowerCase())
  // The search runs again on each edit. Its matches are joined to a text, which is equal, and doesn't rerender the list,
  // as long as they are the same.
  const matches = useEditorState(() => (search === '' ? '' : indexes.filter(isMatch).join()))
  const matchingIndexes = search === '' ? indexes : splitIndexes(matches)
  return {
    visibleIndexes: listVisibleIndexes(
      matchingIndexes,
      limit,
      pinnedIndex !== undefined && pinnedIndex < count ? pinnedIndex : undefined,
    ),
    isLong: count > ITEMS_PER_PAGE,
    nextCount: Math.min(ITEMS_PER_PAGE, Math.max(0, matchingIndexes.length - limit)),
    showMore: () => setLimit(limit + ITEMS_PER_PAGE),
  }
}

const splitIndexes = (joined: string): number[] => (joined === '' ? [] : joined.split(',').map(Number))
