import { useEffect, useState } from 'react'
import { useEditor } from '../editor-context.tsx'
import { applyListChange } from '../list-change.ts'

let created = 0
const newId = () => {
  created += 1
  return `item-${created}`
}

/**
 * Names for the items of a list, which have none of their own, so that a moved item keeps its open fields. Takes how
 * many there are; a count that changed from elsewhere gives new names.
 */
export function useItemIds(list: string, count: number): readonly string[] {
  const { store } = useEditor()
  const [ids, setIds] = useState<readonly string[]>(() => Array.from({ length: count }, newId))
  useEffect(
    () =>
      store.onListChange((change) => {
        const added = newId()
        if (change.list === list) setIds((before) => applyListChange(before, change, added))
      }),
    [store, list],
  )
  const latest = ids.length === count ? ids : Array.from({ length: count }, (_, index) => ids[index] ?? newId())
  if (latest !== ids) setIds(latest)
  return latest
}
