import { useState, useSyncExternalStore } from 'react'
import { useEditor, useEditorState } from '../editor-context.tsx'

/** A list longer than this can be searched, and shows this many items at a time. */
const SHOWN_AT_ONCE = 50

type VisibleItems = {
  /** The list's own. */
  path: string
  count: number
  search: string
  nameAt: (index: number) => string
}

/** Lists the first indexes and the requested one, in order. */
export function listVisibleIndexes(all: readonly number[], limit: number, requested: number | undefined): number[] {
  const first = all.slice(0, limit)
  return requested === undefined || first.includes(requested) ? first : [...first, requested].sort((a, b) => a - b)
}

/**
 * Returns the indexes of a list's rendered items: those that match the search, up to a limit, and the requested one.
 * Also returns the number of further items that `showMore` would show.
 */
export function useVisibleItems({ path, count, search, nameAt }: VisibleItems) {
  const { open } = useEditor()
  const [limit, setLimit] = useState(SHOWN_AT_ONCE)
  const requested = useSyncExternalStore(open.subscribe, () => open.requestedIn(path))
  const places = Array.from({ length: count }, (_, index) => index)
  const isFound = (index: number) => search === '' || nameAt(index).toLowerCase().includes(search.trim().toLowerCase())
  // The search runs again on each edit; the list rerenders only if the matches change.
  const matches = useEditorState(() => (search === '' ? '' : places.filter(isFound).join()))
  const all = search === '' ? places : matches.split(',').filter(Boolean).map(Number)
  return {
    visible: listVisibleIndexes(all, limit, requested !== undefined && requested < count ? requested : undefined),
    isLong: count > SHOWN_AT_ONCE,
    hidden: Math.min(SHOWN_AT_ONCE, Math.max(0, all.length - limit)),
    showMore: () => setLimit(limit + SHOWN_AT_ONCE),
  }
}
