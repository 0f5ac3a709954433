import { useState } from 'react'

const NO_NAMES: ReadonlyMap<string, string> = new Map()

type NamedProduct = { id: string; name: string }

/** The selection of all products that match a filter, except some. */
type MatchingSelection = { filter: string; total: number; except: ReadonlySet<string> }

export type ProductSelection = {
  /** The names by id, in the order of selection; empty if all matching products are selected. */
  names: ReadonlyMap<string, string>
  /** If all matching products are selected: their number, and the ids of those that were deselected again. */
  matching: Omit<MatchingSelection, 'filter'> | undefined
  count: number
  isSelected: (product: NamedProduct) => boolean
  getName: (product: NamedProduct) => string
  select: (products: readonly NamedProduct[], isSelected: boolean) => void
  /** Selects all matching products, given their number. */
  selectMatching: (total: number) => void
  clear: () => void
}

/**
 * Returns the selected products across pages. If all matching products are selected, deselected ones are excepted, and
 * another `filter` clears the selection.
 */
export function useProductSelection(filter: string): ProductSelection {
  const [selectedNames, setSelectedNames] = useState(NO_NAMES)
  const [lastMatching, setMatching] = useState<MatchingSelection>()
  const matching = lastMatching?.filter === filter ? lastMatching : undefined
  const names = matching ? NO_NAMES : selectedNames

  function clear(): void {
    setSelectedNames(NO_NAMES)
    setMatching(undefined)
  }

  return {
    names,
    matching,
    count: matching ? matching.total - matching.except.size : names.size,
    isSelected: ({ id }) => (matching ? !matching.except.has(id) : names.has(id)),
    getName: ({ name }) => name,
    select(products, isSelected) {
      if (!matching) {
        setSelectedNames(selectProducts(names, products, isSelected))
        setMatching(undefined)
        return
      }
      const except = exceptProducts(matching.except, products, isSelected)
      if (except.size < matching.total) setMatching({ filter, total: matching.total, except })
      else clear()
    },
    selectMatching: (total) => setMatching({ filter, total, except: new Set() }),
    clear,
  }
}

function selectProducts(names: ReadonlyMap<string, string>, products: readonly NamedProduct[], isSelected: boolean) {
  const next = new Map(names)
  for (const { id, name } of products)
    if (isSelected) next.set(id, name)
    else next.delete(id)
  return next
}

function exceptProducts(except: ReadonlySet<string>, products: readonly NamedProduct[], isSelected: boolean) {
  const ids = new Set(products.map(({ id }) => id))
  return isSelected ? except.difference(ids) : except.union(ids)
}
