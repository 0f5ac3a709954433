import { useState } from 'react'

type Named = { id: string; name: string }

export type ProductSelection = {
  /** The names by id, in the order of selection; empty if all matching products are selected. */
  names: ReadonlyMap<string, string>
  /** The number of matching products, if all are selected. */
  matching: number | undefined
  count: number
  isChosen: (product: Named) => boolean
  select: (products: readonly Named[], isChosen: boolean) => void
  /** Selects all matching products, given their number. */
  selectMatching: (total: number) => void
  clear: () => void
}

type Matching = { filter: string; total: number }

/**
 * Returns the selected products across pages. Selecting all matching products is reset by another `filter`; deselecting
 * one then keeps only the other `visible` ones selected.
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
