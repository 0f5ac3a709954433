import { useMutation } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { BULK_PRODUCTS_MAX, RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import {
  BULK_ACTION_LABELS,
  type BulkAction,
  type ProductBulk,
  type ProductBulkResult,
} from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { failureMessage } from '../../../shared/read-failure.ts'
import { useConfirm } from '../../parts/use-confirm.ts'
import { changeProducts } from './catalogue-calls.ts'
import { CategoryDialog } from './category-dialog.tsx'
import type { ProductSelection } from './use-product-selection.ts'

type BulkBarProps = {
  catalogue: Catalogue
  selection: ProductSelection
  /** Those in use, to choose from. */
  categories: readonly string[]
  onChanged: () => unknown
}

/** What can be done to the chosen products; it stays in sight at the window's foot. */
export function BulkBar({ catalogue, selection, categories, onChanged }: BulkBarProps) {
  const { message, modal } = App.useApp()
  const confirm = useConfirm()
  const [isCategoryOpen, setIsCategoryOpen] = useState(false)
  const ids = [...selection.names.keys()]
  const change = useMutation({
    mutationFn: (bulk: ProductBulk) => changeProducts(catalogue, bulk),
    onSuccess(result, { act }) {
      selection.clear()
      setIsCategoryOpen(false)
      showResult(result, act)
    },
    onError: (error) => void message.error(failureMessage(error, ADMIN_MESSAGES.actionFailed)),
    onSettled: () => onChanged(),
  })

  function showResult({ done, skipped }: ProductBulkResult, action: BulkAction) {
    if (skipped.length === 0) return void message.success(`已${BULK_ACTION_LABELS[action]}${done}个产品`)
    modal.info({
      title: `${BULK_ACTION_LABELS[action]}：完成${done}个，跳过${skipped.length}个`,
      okText: '知道了',
      content: (
        <ul className="max-h-80 overflow-y-auto">
          {skipped.map(({ id, name, reason }) => (
            <li key={id}>
              {name && `“${name}”`}
              {reason}
            </li>
          ))}
        </ul>
      ),
    })
  }
  const confirmHide = (action: 'deactivate' | 'remove', subject: string) =>
    confirm({
      title: `${BULK_ACTION_LABELS[action]}${ids.length}个产品？`,
      content: `${formatNames(selection)}${subject}`,
      okText: BULK_ACTION_LABELS[action],
      isDangerous: action === 'remove',
      onOk: () => change.mutateAsync({ ids, act: action }),
    })

  if (ids.length === 0) return null
  const isTooMany = ids.length > BULK_PRODUCTS_MAX
  return (
    <section
      aria-label="批量操作"
      className="panel sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-2 px-4 py-3 shadow-lg"
    >
      <p className="mr-auto" aria-live="polite">
        已选<span className="font-semibold tabular-nums">{ids.length}</span>个产品
        {isTooMany && <span className="text-danger">，{PRODUCT_TABLE_MESSAGES.bulkTooMany(BULK_PRODUCTS_MAX)}</span>}
      </p>
      <Button disabled={isTooMany || change.isPending} onClick={() => change.mutate({ ids, act: 'activate' })}>
        上架
      </Button>
      <Button
        disabled={isTooMany || change.isPending}
        onClick={() => confirmHide('deactivate', '将不再对访客显示，可随时重新上架。')}
      >
        下架
      </Button>
      <Button disabled={isTooMany || change.isPending} onClick={() => setIsCategoryOpen(true)}>
        更改类别
      </Button>
      <Button
        danger
        disabled={isTooMany || change.isPending}
        onClick={() => confirmHide('remove', `将移入回收站，${RECYCLE_BIN_DAYS}天内可以恢复。`)}
      >
        移入回收站
      </Button>
      <Button type="text" onClick={selection.clear}>
        取消选择
      </Button>
      {isCategoryOpen && (
        <CategoryDialog
          catalogue={catalogue}
          count={ids.length}
          categories={categories}
          isBusy={change.isPending}
          onClose={() => setIsCategoryOpen(false)}
          onChoose={(category) => change.mutate({ ids, act: 'categorise', category })}
        />
      )}
    </section>
  )
}

const NAMES_SHOWN = 3

function formatNames({ names }: ProductSelection): string {
  const firstNames = [...names.values()].slice(0, NAMES_SHOWN).map((name) => `“${name}”`)
  return `${firstNames.join('')}${names.size > NAMES_SHOWN ? `等${names.size}个产品` : ''}`
}
