import { useEffect, useState } from 'react'
import { useEditor } from '../editor-context.tsx'
import { applyListChange } from '../list-change.ts'

let lastId = 0
const createId = () => {
  lastId += 1
  return `item-${lastId}`
}

/**
 * Returns stable ids for the items of a list, which have none of their own, so that a moved item keeps its component
 * state. If `count` changes without a list change, ids are added or removed at the end.
 */
export function useItemIds(list: string, count: number): readonly string[] {
  const { store } = useEditor()
  const [ids, setIds] = useState<readonly string[]>(() => Array.from({ length: count }, createId))
  useEffect(
    () =>
      store.onListChange((change) => {
        const added = createId()
        if (change.list === list) setIds((current) => applyListChange(current, change, added))
      }),
    [store, list],
  )
  const latest = ids.length === count ? ids : Array.from({ length: count }, (_, index) => ids[index] ?? createId())
  if (latest !== ids) setIds(latest)
  return latest
}
