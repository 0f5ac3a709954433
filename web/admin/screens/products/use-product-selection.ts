import { useState } from 'react'

type Named = { id: string; name: string }

export type ProductSelection = {
  /** Names by ids, in the order in which they were chosen; empty if all are. */
  names: ReadonlyMap<string, string>
  /** The number of all that the filters leave, if all are chosen. */
  matching: number | undefined
  count: number
  isChosen: (product: Named) => boolean
  select: (products: readonly Named[], isChosen: boolean) => void
  /** Chooses all that the filters leave, as many as the list shows. */
  selectMatching: (total: number) => void
  clear: () => void
}

type Matching = { filter: string; total: number }

/**
 * Returns which products are chosen, whichever page they stand on. Choosing all that match ends with another `filter`,
 * and leaves the `visible` ones chosen if one of them is unticked.
 */
export function useProductSelection(filter: string, visible: readonly Named[]): ProductSelection {
  const [ticked, setTicked] = useState<ReadonlyMap<string, string>>(new Map())
  const [chosen, setChosen] = useState<Matching>()
  const matching = chosen?.filter === filter ? chosen.total : undefined
  const names = matching === undefined ? ticked : NONE
  return {
    names,
    matching,
    count: matching ?? names.size,
    isChosen: ({ id }) => matching !== undefined || names.has(id),
    select(products, isChosen) {
      const next = new Map(matching === undefined ? ticked : visible.map(({ id, name }) => [id, name]))
      for (const { id, name } of products)
        if (isChosen) next.set(id, name)
        else next.delete(id)
      setTicked(next)
      setChosen(undefined)
    },
    selectMatching: (total) => setChosen({ filter, total }),
    clear() {
      setTicked(NONE)
      setChosen(undefined)
    },
  }
}

const NONE: ReadonlyMap<string, string> = new Map()
