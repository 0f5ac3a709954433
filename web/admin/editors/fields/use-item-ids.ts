import { useState } from 'react'

let made = 0
const newId = () => {
  made += 1
  return `item-${made}`
}

/**
 * Names for the items of a list, which have none of their own, so that a moved item keeps its open fields. Takes how
 * many there are; a count that changed from elsewhere gives new names.
 */
export function useItemIds(count: number) {
  const [ids, setIds] = useState<readonly string[]>(() => Array.from({ length: count }, newId))
  const fresh = ids.length === count ? ids : Array.from({ length: count }, (_, index) => ids[index] ?? newId())
  if (fresh !== ids) setIds(fresh)
  return {
    ids: fresh,
    added: () => setIds([...fresh, newId()]),
    removed: (at: number) => setIds(fresh.filter((_, index) => index !== at)),
    reordered: (next: readonly string[]) => setIds(next),
  }
}
