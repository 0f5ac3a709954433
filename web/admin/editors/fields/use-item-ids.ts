import { useState } from 'react'

let created = 0
const newId = () => {
  created += 1
  return `item-${created}`
}

/**
 * Names for the items of a list, which have none of their own, so that a moved item keeps its open fields. Takes how
 * many there are; a count that changed from elsewhere gives new names.
 */
export function useItemIds(count: number) {
  const [ids, setIds] = useState<readonly string[]>(() => Array.from({ length: count }, newId))
  const latest = ids.length === count ? ids : Array.from({ length: count }, (_, index) => ids[index] ?? newId())
  if (latest !== ids) setIds(latest)
  return {
    ids: latest,
    added: () => setIds([...latest, newId()]),
    removed: (position: number) => setIds(latest.filter((_, index) => index !== position)),
    reordered: (next: readonly string[]) => setIds(next),
  }
}
