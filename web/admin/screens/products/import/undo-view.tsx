import { Alert } from 'antd'
import type { ProductImport } from '#contracts/products/product-import.ts'
import { SkippedProducts } from './skipped-products.tsx'
import { describeUndo } from './undo-confirmation.ts'

/** Shows the outcome of an undo: in numbers, and the products that it has left as they are. */
export function UndoView({ run }: { run: ProductImport }) {
  const { undo } = run
  if (!undo) return null
  const isInterrupted = undo.status === 'interrupted'
  const summary = describeUndo(undo)
  return (
    <>
      <Alert
        type={isInterrupted || undo.skipped > 0 ? 'warning' : 'success'}
        showIcon
        role="status"
        title={isInterrupted ? '服务器重新启动，撤销中断' : `已撤销“${run.fileName}”的导入`}
        description={isInterrupted ? `${summary && `${summary}。`}可以从停下的地方继续。` : `${summary}。`}
      />
      <SkippedProducts run={run} />
    </>
  )
}
