import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { queryOf } from '../../calls/query-of.ts'
import { PagedList } from '../../lists/paged-list.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { ProductSelectionBar } from './product-selection-bar.tsx'
import { RecycledProductTable } from './recycled-product-table.tsx'
import { ShortcutHints } from './shortcut-hints.tsx'
import { useBulkChange } from './use-bulk-change.tsx'
import { getBulkTarget, type ProductSelection, useProductSelection } from './use-product-selection.ts'

/** Lists removed products, which can be restored until they are purged. */
export function RecycledProductList({ catalogue }: { catalogue: Catalogue }) {
  const canWrite = useCan('products:write')
  const filters = useFilters([])
  const recycledProductsQuery = useQuery({
    ...queryOf(catalogueCalls.listRecycled, { params: { catalogue }, query: filters.queryString }),
    placeholderData: keepPreviousData,
  })
  const selection = useProductSelection('')

  return (
    <>
      <PagedList
        query={recycledProductsQuery}
        filters={filters}
        errorMessage={PRODUCT_TABLE_MESSAGES.recycleBinFailed}
        emptyContent={<p>回收站是空的。移除的产品会在这里保留{RECYCLE_BIN_DAYS}天。</p>}
        itemName="产品"
        unit="个"
      >
        {(products) => (
          <>
            {canWrite && <ShortcutHints />}
            <RecycledProductTable catalogue={catalogue} products={products} selection={selection} />
          </>
        )}
      </PagedList>
      {canWrite && (
        <RestoreBar
          catalogue={catalogue}
          selection={selection}
          total={recycledProductsQuery.data?.pagination.totalItems ?? 0}
        />
      )}
    </>
  )
}

type RestoreBarProps = {
  catalogue: Catalogue
  selection: ProductSelection
  /** The number of products on all pages. */
  total: number
}

/** Restores the selected products together, or all in the recycle bin. */
function RestoreBar({ catalogue, selection, total }: RestoreBarProps) {
  const bulkChange = useBulkChange(catalogue, { onDone: selection.clear })
  return (
    <ProductSelectionBar selection={selection} total={total}>
      <Button
        type="primary"
        loading={bulkChange.isPending}
        onClick={() => bulkChange.mutate({ ...getBulkTarget(selection, {}), action: 'restore' })}
      >
        恢复
      </Button>
    </ProductSelectionBar>
  )
}
