import { useState } from 'react'

type NamedProduct = { id: string; name: string }

/** Products that were selected one by one, or all that match a filter, without those that were deselected again. */
export type Selection =
  | { kind: 'individual'; names: ReadonlyMap<string, string> }
  | { kind: 'matching'; filter: string; total: number; excluded: ReadonlySet<string> }

export const EMPTY_SELECTION: Selection = { kind: 'individual', names: new Map() }

export type ProductSelection = {
  /** The names by id, in the order of selection; empty if all matching products are selected. */
  names: ReadonlyMap<string, string>
  /** If all matching products are selected: their number, and the ids of those that were deselected again. */
  matching: { total: number; excluded: ReadonlySet<string> } | undefined
  count: number
  isSelected: (product: NamedProduct) => boolean
  /** The product's name in the label of its checkbox. */
  getName: (product: NamedProduct) => string
  select: (products: readonly NamedProduct[], isSelected: boolean) => void
  /** Selects all matching products, given their number, instead of those selected before. */
  selectMatching: (total: number) => void
  clear: () => void
}

/**
 * Returns the selected products across pages and their actions. Products that were selected one by one stay selected if
 * the filter changes; a selection of all that match the filter is cleared.
 */
export function useProductSelection(filter: string): ProductSelection {
  const [lastSelection, setSelection] = useState(EMPTY_SELECTION)
  const selection = clearIfFilterChanged(lastSelection, filter)
  if (selection !== lastSelection) setSelection(selection)
  const matching = selection.kind === 'matching' ? selection : undefined
  const names = selection.kind === 'individual' ? selection.names : new Map<string, string>()

  return {
    names,
    matching,
    count: matching ? matching.total - matching.excluded.size : names.size,
    isSelected: ({ id }) => (matching ? !matching.excluded.has(id) : names.has(id)),
    getName: ({ name }) => name,
    select: (products, isSelected) => setSelection(changeSelection(selection, products, isSelected)),
    selectMatching: (total) => setSelection({ kind: 'matching', filter, total, excluded: new Set() }),
    clear: () => setSelection(EMPTY_SELECTION),
  }
}

/** Returns the selection, or an empty one if it contains all products that match another filter. */
export const clearIfFilterChanged = (selection: Selection, filter: string): Selection =>
  selection.kind === 'matching' && selection.filter !== filter ? EMPTY_SELECTION : selection

/** Selects or deselects products. Once all matching products are deselected, products are selected one by one again. */
export function changeSelection(
  selection: Selection,
  products: readonly NamedProduct[],
  isSelected: boolean,
): Selection {
  const ids = new Set(products.map(({ id }) => id))
  if (selection.kind === 'matching') {
    const excluded = isSelected ? selection.excluded.difference(ids) : selection.excluded.union(ids)
    return excluded.size < selection.total ? { ...selection, excluded } : EMPTY_SELECTION
  }
  const others = [...selection.names].filter(([id]) => !ids.has(id))
  const added = isSelected ? products.map(({ id, name }): [string, string] => [id, name]) : []
  return { kind: 'individual', names: new Map([...others, ...added]) }
}

/** The products that a bulk action changes: those with the ids, or all that match a filter, except some. */
type BulkTarget<Filter> = { ids?: string[]; matching?: Filter & { total: number; except: string[] } }

/** Returns the selected products as the target of a bulk action. `filter` is that of the list. */
export const getBulkTarget = <Filter>({ names, matching }: ProductSelection, filter: Filter): BulkTarget<Filter> =>
  matching
    ? { matching: { ...filter, total: matching.total, except: [...matching.excluded] } }
    : { ids: [...names.keys()] }
