import { useState } from 'react'

const NO_NAMES: ReadonlyMap<string, string> = new Map()

type NamedProduct = { id: string; name: string }

export type ProductSelection = {
  /** The names by id, in the order of selection; empty if all matching products are selected. */
  names: ReadonlyMap<string, string>
  /** The number of matching products, if all are selected. */
  matching: number | undefined
  count: number
  isSelected: (product: NamedProduct) => boolean
  select: (products: readonly NamedProduct[], isSelected: boolean) => void
  /** Selects all matching products, given their number. */
  selectMatching: (total: number) => void
  clear: () => void
}

/** The selection of all products that match a filter. */
type AllMatching = { filter: string; total: number }

/**
 * Returns the selected products across pages. If all matching products are selected, another `filter` clears the
 * selection, and deselecting one product leaves only the other `visible` ones selected.
 */
export function useProductSelection(filter: string, visible: readonly NamedProduct[]): ProductSelection {
  const [selectedNames, setSelectedNames] = useState<ReadonlyMap<string, string>>(new Map())
  const [allMatching, setAllMatching] = useState<AllMatching>()
  const matching = allMatching?.filter === filter ? allMatching.total : undefined
  const names = matching === undefined ? selectedNames : NO_NAMES
  return {
    names,
    matching,
    count: matching ?? names.size,
    isSelected: ({ id }) => matching !== undefined || names.has(id),
    select(products, isSelected) {
      const next = new Map(matching === undefined ? selectedNames : visible.map(({ id, name }) => [id, name]))
      for (const { id, name } of products)
        if (isSelected) next.set(id, name)
        else next.delete(id)
      setSelectedNames(next)
      setAllMatching(undefined)
    },
    selectMatching: (total) => setAllMatching({ filter, total }),
    clear() {
      setSelectedNames(NO_NAMES)
      setAllMatching(undefined)
    },
  }
}
