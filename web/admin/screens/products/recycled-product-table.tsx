import { App } from 'antd'
import { useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { RecycledProduct } from '#contracts/products/product.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { countDaysLeft } from '../../components/days-left.ts'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { RowAction } from '../../lists/row-actions.tsx'
import { useCan } from '../../session/session.ts'
import { restoreProduct } from './catalogue-calls.ts'
import type { ProductSelection } from './use-product-selection.ts'
import { useRefetchProducts } from './use-refetch-products.ts'

type RecycledProductTableProps = {
  catalogue: Catalogue
  products: readonly RecycledProduct[]
  selection: ProductSelection
}

/** A page of removed products, each with the days until it is purged. */
export function RecycledProductTable({ catalogue, products, selection }: RecycledProductTableProps) {
  const canWrite = useCan('products:write')
  const [now] = useState(() => Date.now())
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
    {
      title: '操作',
      renderCell: (product) => <RestoreButton catalogue={catalogue} product={product} />,
      isHidden: !canWrite,
    },
  ]
  return (
    <RecordTable
      label="回收站"
      items={products}
      selection={canWrite ? selection : undefined}
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
          {canWrite && <RestoreButton catalogue={catalogue} product={product} />}
        </div>
      )}
    />
  )
}

type RestoreButtonProps = { catalogue: Catalogue; product: RecycledProduct }

function RestoreButton({ catalogue, product }: RestoreButtonProps) {
  const refetchProducts = useRefetchProducts()
  const { message } = App.useApp()
  const restoreMutation = useMutation({
    mutationFn: () => restoreProduct(catalogue, product.id),
    onSuccess: () => void message.success(`“${product.name}”：${PRODUCT_TABLE_MESSAGES.restored}`),
    onError: (error) =>
      void message.error(`“${product.name}”：${describeActionError(error, ADMIN_MESSAGES.actionFailed)}`),
    onSettled: refetchProducts,
  })
  return (
    <RowAction
      label={`恢复${product.name}`}
      isBusy={restoreMutation.isPending}
      onClick={() => restoreMutation.mutate()}
    >
      恢复
    </RowAction>
  )
}
