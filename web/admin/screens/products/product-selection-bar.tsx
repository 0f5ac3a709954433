import type { ReactNode } from 'react'
import { BULK_PRODUCTS_MAX } from '#contracts/limits.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import { SelectionBar } from '../../lists/selection-bar.tsx'
import type { ProductSelection } from './use-product-selection.ts'

type ProductSelectionBarProps = {
  selection: ProductSelection
  /** The number of products that match the filter, on all pages. */
  total: number
  /** The bulk actions. */
  children: ReactNode
}

/** The bar of a list's selected products. Hides the bulk actions if they are more than the server accepts at once. */
export const ProductSelectionBar = ({ selection, total, children }: ProductSelectionBarProps) => (
  <SelectionBar
    count={selection.count}
    total={total}
    areAllSelected={selection.matching?.excluded.size === 0}
    noun="个产品"
    // The server limits the number of matching products, including those that were deselected again.
    isTooMany={(selection.matching?.total ?? selection.count) > BULK_PRODUCTS_MAX}
    tooManyMessage={PRODUCT_TABLE_MESSAGES.bulkTooMany(BULK_PRODUCTS_MAX)}
    onSelectAll={() => selection.selectMatching(total)}
    onClear={selection.clear}
  >
    {children}
  </SelectionBar>
)
