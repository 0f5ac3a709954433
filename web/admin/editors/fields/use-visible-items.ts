import { useState, useSyncExternalStore } from 'react'
import { useEditor, useEditorState } from '../editor-context.tsx'

/** Longer lists can be searched, and render this many items at a time. */
const ITEMS_PER_PAGE = 50

type VisibleItemsInput = {
  /** The path of the list. */
  path: string
  count: number
  search: string
  getName: (index: number) => string
}

/** Lists the first indexes and the pinned one, in order. */
export function listVisibleIndexes(all: readonly number[], limit: number, pinned: number | undefined): number[] {
  const first = all.slice(0, limit)
  return pinned === undefined || first.includes(pinned) ? first : [...first, pinned].sort((a, b) => a - b)
}

/**
 * Returns the indexes of the list items to render: those that match the search, up to a limit, and the pinned one.
 * `nextCount` is the number of further items that `showMore` would show.
 */
export function useVisibleItems({ path, count, search, getName }: VisibleItemsInput) {
  const { view } = useEditor()
  const [limit, setLimit] = useState(ITEMS_PER_PAGE)
  const pinned = useSyncExternalStore(view.subscribe, () => view.getPinnedIndex(path))
  const indexes = Array.from({ length: count }, (_, index) => index)
  const isMatch = (index: number) => search === '' || getName(index).toLowerCase().includes(search.trim().toLowerCase())
  // The search runs again on each edit; the list rerenders only if the matches change.
  const matches = useEditorState(() => (search === '' ? '' : indexes.filter(isMatch).join()))
  const all = search === '' ? indexes : matches.split(',').filter(Boolean).map(Number)
  return {
    visible: listVisibleIndexes(all, limit, pinned !== undefined && pinned < count ? pinned : undefined),
    isLong: count > ITEMS_PER_PAGE,
    nextCount: Math.min(ITEMS_PER_PAGE, Math.max(0, all.length - limit)),
    showMore: () => setLimit(limit + ITEMS_PER_PAGE),
  }
}
