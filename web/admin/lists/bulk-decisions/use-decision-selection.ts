import { useState } from 'react'
import type { BulkItem } from '#contracts/bulk-decisions.ts'
import type { Selection } from '../record-table.tsx'

/** An item of a queue, as far as decisions on several items need it. */
export type QueueItem = BulkItem & { name: string; isPending: boolean }

export type DecisionSelection<Item> = Selection<Item> & {
  /** The selected items at the versions that the user has seen, in the order of selection. */
  items: readonly QueueItem[]
  clear: () => void
}

/** Returns the selected pending items of a queue, which stay selected across pages. */
export function useDecisionSelection<Item>(toQueueItem: (item: Item) => QueueItem): DecisionSelection<Item> {
  const [selected, setSelected] = useState<ReadonlyMap<string, QueueItem>>(new Map())
  return {
    items: [...selected.values()],
    isSelectable: (item) => toQueueItem(item).isPending,
    isSelected: (item) => selected.has(toQueueItem(item).id),
    getName: (item) => toQueueItem(item).name,
    select(items, isSelected) {
      const changed = items.map(toQueueItem)
      const ids = new Set(changed.map(({ id }) => id))
      const others = [...selected.values()].filter(({ id }) => !ids.has(id))
      setSelected(new Map([...others, ...(isSelected ? changed : [])].map((item) => [item.id, item])))
    },
    clear: () => setSelected(new Map()),
  }
}
