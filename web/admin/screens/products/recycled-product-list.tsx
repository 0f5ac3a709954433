import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { BULK_PRODUCTS_MAX, RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { RecycledProduct } from '#contracts/products/product.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { countDaysLeft } from '../../components/days-left.ts'
import { PagedList } from '../../lists/paged-list.tsx'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { SelectionBar } from '../../lists/selection-bar.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { catalogueKey, listRecycled, restoreProduct } from './catalogue-calls.ts'
import { ShortcutHints } from './shortcut-hints.tsx'
import { useBulkChange } from './use-bulk-change.tsx'
import { type ProductSelection, useProductSelection } from './use-product-selection.ts'

type RecycledProductListProps = { catalogue: Catalogue; canWrite: boolean; onChanged: () => unknown }

/** Lists removed products, which can be restored until they are purged. */
export function RecycledProductList({ catalogue, canWrite, onChanged }: RecycledProductListProps) {
  const filters = useFilters([])
  const [now] = useState(() => Date.now())
  const recycledProductsQuery = useQuery({
    queryKey: [...catalogueKey(catalogue), 'recycled', filters.queryString],
    queryFn: () => listRecycled(catalogue, filters.queryString),
    placeholderData: keepPreviousData,
  })
  const selection = useProductSelection('')

  const columns: Column<RecycledProduct>[] = [
    { title: '产品', renderCell: ({ name }) => <p className="line-clamp-3 font-semibold">{name}</p> },
    { title: PRODUCT_FIELDS.category.label, renderCell: ({ category }) => category, className: 'min-w-24' },
    {
      title: '移除时间',
      renderCell: ({ deletedAt }) => formatMinute(deletedAt),
      className: 'whitespace-nowrap text-muted tabular-nums',
    },
    {
      title: '剩余',
      renderCell: ({ purgedAt }) => `${countDaysLeft(purgedAt, now)}天`,
      className: 'whitespace-nowrap tabular-nums',
    },
    ...(canWrite
      ? [
          {
            title: '操作',
            renderCell: (product: RecycledProduct) => (
              <RestoreButton catalogue={catalogue} product={product} onChanged={onChanged} />
            ),
          },
        ]
      : []),
  ]
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
            <RecordTable
              label="回收站"
              items={products}
              selection={
                canWrite
                  ? { isSelected: selection.isSelected, getName: ({ name }) => name, select: selection.select }
                  : undefined
              }
              getKey={({ id }) => id}
              columns={columns}
              renderCard={(product) => (
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <div className="min-w-0">
                    <p className="line-clamp-3 font-semibold">{product.name}</p>
                    <p className="text-sm text-muted tabular-nums">
                      {formatMinute(product.deletedAt)}移除，还剩{countDaysLeft(product.purgedAt, now)}天
                    </p>
                  </div>
                  {canWrite && <RestoreButton catalogue={catalogue} product={product} onChanged={onChanged} />}
                </div>
              )}
            />
          </>
        )}
      </PagedList>
      {canWrite && (
        <RestoreBar
          catalogue={catalogue}
          selection={selection}
          total={recycledProductsQuery.data?.pagination.totalItems ?? 0}
          onChanged={onChanged}
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
  onChanged: () => unknown
}

/** Restores the selected products together, or all in the recycle bin. */
function RestoreBar({ catalogue, selection, total, onChanged }: RestoreBarProps) {
  const bulkChange = useBulkChange(catalogue, { onDone: selection.clear, onChanged })
  const { matching } = selection
  const target = matching
    ? { matching: { total: matching.total, except: [...matching.except] } }
    : { ids: [...selection.names.keys()] }
  return (
    <SelectionBar
      count={selection.count}
      total={total}
      areAllSelected={matching?.except.size === 0}
      noun="个产品"
      isTooMany={(matching?.total ?? selection.count) > BULK_PRODUCTS_MAX}
      tooManyMessage={PRODUCT_TABLE_MESSAGES.bulkTooMany(BULK_PRODUCTS_MAX)}
      onSelectAll={() => selection.selectMatching(total)}
      onClear={selection.clear}
    >
      <Button
        type="primary"
        loading={bulkChange.isPending}
        onClick={() => bulkChange.mutate({ ...target, action: 'restore' })}
      >
        恢复
      </Button>
    </SelectionBar>
  )
}

type RestoreButtonProps = { catalogue: Catalogue; product: RecycledProduct; onChanged: () => unknown }

function RestoreButton({ catalogue, product, onChanged }: RestoreButtonProps) {
  const { message } = App.useApp()
  const restoreMutation = useMutation({
    mutationFn: () => restoreProduct(catalogue, product.id),
    onSuccess: () => void message.success(`“${product.name}”：${PRODUCT_TABLE_MESSAGES.restored}`),
    onError: (error) => void message.error(`“${product.name}”：${toErrorMessage(error, ADMIN_MESSAGES.actionFailed)}`),
    onSettled: () => onChanged(),
  })
  return (
    <Button
      aria-label={`恢复${product.name}`}
      loading={restoreMutation.isPending}
      onClick={() => restoreMutation.mutate()}
    >
      恢复
    </Button>
  )
}
