import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Modal } from 'antd'
import { useId, useState } from 'react'
import { catalogueCalls } from '#contracts/products/calls.ts'
import type { ProductImport } from '#contracts/products/product-import.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { invalidate } from '../../../../shared/call-query.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { describeActionError } from '../../../calls/describe-action-error.ts'
import { queryOf } from '../../../calls/query-of.ts'
import { useConfirm } from '../../../components/use-confirm.ts'
import { PagedList } from '../../../lists/paged-list.tsx'
import { type Column, RecordTable } from '../../../lists/record-table.tsx'
import { RowAction } from '../../../lists/row-actions.tsx'
import { usePage } from '../../../lists/use-page.ts'
import { undoImport } from '../catalogue-calls.ts'
import { useRefetchProducts } from '../use-refetch-products.ts'
import { SkippedProducts } from './skipped-products.tsx'
import { createUndoConfirmation, describeUndo } from './undo-confirmation.ts'

/** The imports of all users, the last one with its undo, others with the outcome of their undo. */
export function PastImports({ catalogue }: { catalogue: Catalogue }) {
  const id = useId()
  const { page, filters } = usePage()
  const [skippedRun, setSkippedRun] = useState<ProductImport>()
  const pastQuery = useQuery({
    ...queryOf(catalogueCalls.listImports, { params: { catalogue }, query: { page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const actionsProps = { catalogue, onShowSkipped: setSkippedRun }
  const columns: Column<ProductImport>[] = [
    {
      title: '文件',
      renderCell: (run) => (
        <>
          <p className="break-all">{run.fileName}</p>
          <p className="text-sm text-muted tabular-nums">{describeStart(run)}</p>
        </>
      ),
      className: 'min-w-64',
    },
    { title: '结果', renderCell: describeRun, className: 'text-sm' },
    { title: '操作', renderCell: (run) => <RunActions run={run} {...actionsProps} /> },
  ]
  if (pastQuery.isPending || pastQuery.data?.pagination.totalItems === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="pb-2 text-base">
        最近的导入
      </h2>
      <PagedList
        query={pastQuery}
        filters={filters}
        errorMessage={MESSAGES.pastImportsFailed}
        emptyContent={null}
        itemName="导入"
        unit="次"
      >
        {(runs) => (
          <RecordTable
            label="最近的导入"
            items={runs}
            getKey={(run) => run.id}
            columns={columns}
            renderCard={(run) => (
              <div className="flex flex-col gap-1">
                <p className="font-semibold break-all">{run.fileName}</p>
                <p className="text-sm text-muted tabular-nums">{describeStart(run)}</p>
                <p className="text-sm">{describeRun(run)}</p>
                <RunActions run={run} {...actionsProps} />
              </div>
            )}
          />
        )}
      </PagedList>
      <Modal
        open={skippedRun !== undefined}
        title={`没有撤销的${skippedRun?.undo?.skipped.length ?? 0}个产品`}
        footer={null}
        onCancel={() => setSkippedRun(undefined)}
      >
        <div className="max-h-[60dvh] overflow-y-auto">
          <SkippedProducts catalogue={catalogue} products={skippedRun?.undo?.skipped ?? []} />
        </div>
      </Modal>
    </section>
  )
}

const describeStart = ({ importedAt, author }: ProductImport) =>
  `${formatMinute(importedAt)}，${author || '已注销用户'}`

/** Returns what an import has done, and its undo. */
function describeRun({ counts: { create, update, reject }, undo }: ProductImport): string {
  if (undo) return `已由${undo.by}撤销：${describeUndo(undo)}`
  return [
    ...(create > 0 ? [`新建${create}个`] : []),
    ...(update > 0 ? [`更新${update}个`] : []),
    ...(reject > 0 ? [`拒绝${reject}行`] : []),
  ].join('，')
}

type RunActionsProps = { run: ProductImport; catalogue: Catalogue; onShowSkipped: (run: ProductImport) => void }

function RunActions({ run, catalogue, onShowSkipped }: RunActionsProps) {
  const client = useQueryClient()
  const refetchProducts = useRefetchProducts()
  const confirm = useConfirm()
  const { message } = App.useApp()
  const undoMutation = useMutation({
    mutationFn: () => undoImport(catalogue, run.id),
    onSuccess(result) {
      if (!result.undo) return
      message.success(`已撤销：${describeUndo(result.undo)}`)
      if (result.undo.skipped.length > 0) onShowSkipped(result)
    },
    onError: (error) => void message.error(describeActionError(error, MESSAGES.undoImportFailed)),
    async onSettled() {
      await invalidate(client, catalogueCalls.listImports)
      void refetchProducts()
    },
  })
  const { undo, undoableUntil } = run
  if (undoableUntil !== null)
    return (
      <div className="flex flex-wrap items-center gap-x-3">
        <RowAction
          label={`撤销${run.fileName}的导入`}
          onClick={() => confirm(createUndoConfirmation(run, () => undoMutation.mutateAsync()))}
          isUnavailable={undoMutation.isPending}
        >
          撤销
        </RowAction>
        <span className="text-sm text-muted tabular-nums">{formatMinute(undoableUntil)}前可撤销</span>
      </div>
    )
  if (undo && undo.skipped.length > 0)
    return (
      <RowAction
        label={`${run.fileName}的导入中，没有撤销的${undo.skipped.length}个`}
        onClick={() => onShowSkipped(run)}
      >
        没有撤销的{undo.skipped.length}个
      </RowAction>
    )
  return null
}
