import { App } from 'antd'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { BULK_ACTION_LABELS, type BulkRequest, type BulkResult } from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { showUndoToast } from '../../components/show-undo-toast.tsx'
import { changeProducts } from './catalogue-calls.ts'
import { useRefetchProducts } from './use-refetch-products.ts'

/** An action that a user chooses, and can undo. */
type DirectBulk = Exclude<BulkRequest, { action: 'undoCategory' | 'undoPrice' }>

/** How long undo is offered. */
const UNDO_MS = 30_000

/** An action that undoes another one, and a text that says what was done. */
type Undo = { text: string; bulk: BulkRequest }

/** Returns the mutation for a bulk action on products, which shows the result and a toast to undo the action. */
export function useBulkChange(catalogue: Catalogue, { onDone }: { onDone: () => void }) {
  const refetchProducts = useRefetchProducts()
  const { message, modal } = App.useApp()
  const showError = (error: unknown) => message.error(describeActionError(error, ADMIN_MESSAGES.actionFailed))
  const undoMutation = useMutation({
    mutationFn: ({ bulk }: Undo) => changeProducts(catalogue, bulk),
    onSuccess({ done, skipped }) {
      if (skipped.length === 0) message.success(`已撤销，${done}个产品恢复原状`)
      else showSkipped('撤销', { done, skipped })
    },
    onError(error, undo) {
      showError(error)
      offerUndo(undo)
    },
    onSettled: refetchProducts,
  })
  const changeMutation = useMutation({
    mutationFn: (bulk: DirectBulk) => changeProducts(catalogue, bulk),
    onSuccess(result, bulk) {
      onDone()
      if (result.skipped.length > 0) showSkipped(BULK_ACTION_LABELS[bulk.action], result)
      if (result.done > 0)
        offerUndo({ text: getSuccessMessage(bulk.action, result.done), bulk: createUndo(bulk, result) })
    },
    onError: showError,
    onSettled: refetchProducts,
  })

  const offerUndo = (undo: Undo) =>
    showUndoToast(message, { text: undo.text, durationMs: UNDO_MS, onUndo: () => undoMutation.mutate(undo) })

  function showSkipped(label: string, { done, skipped }: Pick<BulkResult, 'done' | 'skipped'>) {
    modal.info({
      title: `${label}：完成${done}个，跳过${skipped.length}个`,
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

  return changeMutation
}

const INVERSE_ACTIONS = {
  activate: 'deactivate',
  deactivate: 'activate',
  remove: 'restore',
  restore: 'remove',
} as const

/** Returns the action that undoes another one in the products that it has changed. */
function createUndo(bulk: DirectBulk, { ids, previous }: BulkResult): BulkRequest {
  if (bulk.action === 'setCategory') return { action: 'undoCategory', current: bulk.category, previous }
  if (bulk.action === 'setPrice') return { action: 'undoPrice', current: bulk.price, previous }
  return { action: INVERSE_ACTIONS[bulk.action], ids }
}

/** Returns the success message with the number of products. */
function getSuccessMessage(action: DirectBulk['action'], count: number): string {
  if (action === 'setCategory') return `已更改${count}个产品的类别`
  if (action === 'setPrice') return `已更改${count}个产品的价格`
  return action === 'remove' ? `已把${count}个产品移入回收站` : `已${BULK_ACTION_LABELS[action]}${count}个产品`
}
