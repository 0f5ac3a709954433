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

/** Lists the first of the places, and the one that was asked for, in the list's order. */
export function listVisibleIndexes(all: readonly number[], shown: number, requested: number | undefined): number[] {
  const first = all.slice(0, shown)
  return requested === undefined || first.includes(requested) ? first : [...first, requested].sort((a, b) => a - b)
}

/**
 * Returns which items of a list are drawn: those that are searched for, the first of many, and the one that was asked
 * for. Returns their places in the list, and how many the next step would show.
 */
export function useVisibleItems({ path, count, search, nameAt }: VisibleItems) {
  const { open } = useEditor()
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const requested = useSyncExternalStore(open.subscribe, () => open.requestedIn(path))
  const places = Array.from({ length: count }, (_, index) => index)
  const isFound = (index: number) => search === '' || nameAt(index).toLowerCase().includes(search.trim().toLowerCase())
  // Names are compared anew with each edit, and all is drawn anew only if that finds others.
  const matches = useEditorState(() => (search === '' ? '' : places.filter(isFound).join()))
  const all = search === '' ? places : matches.split(',').filter(Boolean).map(Number)
  return {
    visible: listVisibleIndexes(all, shown, requested !== undefined && requested < count ? requested : undefined),
    isLong: count > SHOWN_AT_ONCE,
    hidden: Math.min(SHOWN_AT_ONCE, Math.max(0, all.length - shown)),
    showMore: () => setShown(shown + SHOWN_AT_ONCE),
  }
}
