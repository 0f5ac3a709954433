import { Button, type ButtonProps } from 'antd'
import { useState } from 'react'
import { RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { BULK_ACTION_LABELS, type ProductTableFilter } from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { type BulkField, BulkValueDialog } from './bulk-value-dialog.tsx'
import { ProductSelectionBar } from './product-selection-bar.tsx'
import { useBulkChange } from './use-bulk-change.tsx'
import { getBulkTarget, type ProductSelection } from './use-product-selection.ts'

type BulkBarProps = {
  catalogue: Catalogue
  selection: ProductSelection
  filter: ProductTableFilter
  /** The number of products that match the filter. */
  total: number
  /** The categories in use, as options. */
  categories: readonly string[]
}

/** The bulk actions for the selected products, or for all that match the filter. */
export function BulkBar({ catalogue, selection, filter, total, categories }: BulkBarProps) {
  const confirm = useConfirm()
  const [field, setField] = useState<BulkField>()
  const closeDialog = () => setField(undefined)
  const bulkChange = useBulkChange(catalogue, {
    onDone() {
      selection.clear()
      closeDialog()
    },
  })
  const target = getBulkTarget(selection, filter)
  const confirmAction = (action: 'activate' | 'deactivate' | 'remove', consequence: string) =>
    confirm({
      title: `${BULK_ACTION_LABELS[action]}${selection.count}个产品？`,
      content: `${formatNames(selection)}${consequence}`,
      okText: BULK_ACTION_LABELS[action],
      isDangerous: action === 'remove',
      onOk: () => bulkChange.mutateAsync({ ...target, action }),
    })
  const activate = () =>
    selection.matching
      ? confirmAction('activate', '将对访客显示。')
      : bulkChange.mutate({ ...target, action: 'activate' })

  return (
    <ProductSelectionBar selection={selection} total={total}>
      <ActionButton isBusy={bulkChange.isPending} onClick={activate}>
        上架
      </ActionButton>
      <ActionButton
        isBusy={bulkChange.isPending}
        onClick={() => confirmAction('deactivate', '将不再对访客显示，可随时重新上架。')}
      >
        下架
      </ActionButton>
      <ActionButton isBusy={bulkChange.isPending} onClick={() => setField('category')}>
        更改类别
      </ActionButton>
      <ActionButton isBusy={bulkChange.isPending} onClick={() => setField('price')}>
        更改价格
      </ActionButton>
      <ActionButton
        danger
        isBusy={bulkChange.isPending}
        onClick={() => confirmAction('remove', `将移入回收站，${RECYCLE_BIN_DAYS}天内可以恢复。`)}
      >
        移入回收站
      </ActionButton>
      {field && (
        <BulkValueDialog
          field={field}
          catalogue={catalogue}
          count={selection.count}
          categories={categories}
          isBusy={bulkChange.isPending}
          onClose={closeDialog}
          onSubmit={(value) =>
            bulkChange.mutate(
              field === 'category'
                ? { ...target, action: 'setCategory', category: value }
                : { ...target, action: 'setPrice', price: value },
            )
          }
        />
      )}
    </ProductSelectionBar>
  )
}

type ActionButtonProps = Pick<ButtonProps, 'danger' | 'onClick' | 'children'> & { isBusy: boolean }

const ActionButton = ({ isBusy, ...button }: ActionButtonProps) => (
  <Button {...button} {...getUnavailableProps(isBusy)} />
)

const MAX_NAMES = 3

function formatNames({ names, matching, count }: ProductSelection): string {
  if (matching) return `符合当前条件的${matching.total}个产品${matching.excluded.size > 0 ? `中的${count}个` : ''}`
  const firstNames = [...names.values()].slice(0, MAX_NAMES).map((name) => `“${name}”`)
  return `${firstNames.join('')}${names.size > MAX_NAMES ? `等${names.size}个产品` : ''}`
}
