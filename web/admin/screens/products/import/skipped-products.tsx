import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Spin } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  IMPORT_ROWS_PER_PAGE,
  type ProductImport,
  UNDO_SKIP_REASON_LABELS,
} from '#contracts/products/product-import.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { ListFooter } from '../../../lists/list-footer.tsx'
import { getEditorPath } from '../../product-detail/product-paths.ts'
import { listUndoSkipped } from '../catalogue-calls.ts'

/** Lists the products that the undo of an import has left as they are, with the reason. */
export function SkippedProducts({ run: { catalogue, id, undo } }: { run: ProductImport }) {
  const [page, setPage] = useState(1)
  const skipped = undo?.skipped ?? 0
  const skippedQuery = useQuery({
    queryKey: ['product-import', catalogue, id, 'undo-skipped', skipped, page],
    queryFn: () => listUndoSkipped(catalogue, id, { page }),
    placeholderData: keepPreviousData,
    enabled: skipped > 0,
  })
  if (skipped === 0) return null
  if (skippedQuery.isError)
    return (
      <Alert
        type="error"
        showIcon
        role="alert"
        title={toErrorMessage(skippedQuery.error, MESSAGES.undoSkippedFailed)}
      />
    )
  return (
    <section aria-label="没有撤销的产品">
      <Spin spinning={skippedQuery.isPending}>
        <ul className="panel divide-y divide-line">
          {skippedQuery.data?.data.map((product) => (
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
      </Spin>
      {skipped > IMPORT_ROWS_PER_PAGE && (
        <ListFooter
          current={page}
          pageSize={IMPORT_ROWS_PER_PAGE}
          total={skipped}
          itemName="产品"
          unit="个"
          onChange={setPage}
        />
      )}
    </section>
  )
}
