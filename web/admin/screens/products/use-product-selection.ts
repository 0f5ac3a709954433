import { useState } from 'react'
import type { ProductTableRow } from '#contracts/products/product-table.ts'

export type ProductSelection = {
  /** Names by ids, in the order in which they were chosen. */
  names: ReadonlyMap<string, string>
  select: (products: readonly Pick<ProductTableRow, 'id' | 'name'>[], isChosen: boolean) => void
  clear: () => void
}

/** Returns which products are chosen, whichever page they stand on. */
export function useProductSelection(): ProductSelection {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  return {
    names,
    select: (products, isChosen) =>
      setNames((before) => {
        const next = new Map(before)
        for (const { id, name } of products)
          if (isChosen) next.set(id, name)
          else next.delete(id)
        return next
      }),
    clear: () => setNames(new Map()),
  }
}
