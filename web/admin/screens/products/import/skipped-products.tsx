import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type ProductImport, UNDO_SKIP_REASON_LABELS } from '#contracts/products/product-import.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import { PagedList } from '../../../lists/paged-list.tsx'
import { usePage } from '../../../lists/use-page.ts'
import { getEditorPath } from '../../product-detail/product-paths.ts'
import { listUndoSkipped } from '../catalogue-calls.ts'

/** Lists the products that the undo of an import has left as they are, with the reason. */
export function SkippedProducts({ run: { catalogue, id, undo } }: { run: ProductImport }) {
  const { page, filters } = usePage()
  const skipped = undo?.skipped ?? 0
  const skippedQuery = useQuery({
    queryKey: ['product-import', catalogue, id, 'undo-skipped', skipped, page],
    queryFn: () => listUndoSkipped(catalogue, id, { page }),
    placeholderData: keepPreviousData,
    enabled: skipped > 0,
  })
  if (skipped === 0) return null
  return (
    <section aria-label="没有撤销的产品">
      <PagedList
        query={skippedQuery}
        filters={filters}
        errorMessage={MESSAGES.undoSkippedFailed}
        emptyContent={null}
        itemName="产品"
        unit="个"
      >
        {(products) => (
          <ul className="panel divide-y divide-line">
            {products.map((product) => (
              <li key={product.id} className="flex flex-wrap gap-x-3 px-4 py-2.5">
                {product.reason === 'missing' ? (
                  <span className="break-words">{product.name}</span>
                ) : (
                  <Link className="break-words" to={getEditorPath(catalogue, product)} target="_blank">
                    {product.name}
                  </Link>
                )}
                <span className="text-muted">{UNDO_SKIP_REASON_LABELS[product.reason]}</span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
