import { Button, Progress } from 'antd'
import type { ReactNode } from 'react'
import type { ProductImport } from '#contracts/products/product-import.ts'
import { ROW_ACTION_LABELS, ROW_ACTIONS } from '#contracts/products/product-table.ts'

type ProgressViewProps = {
  title: string
  /** The completed fraction, 0 to 1; `null` if unknown. */
  progress: number | null
  children?: ReactNode
  cancelLabel?: string
  /** Absent if the step can't be cancelled. */
  onCancel?: () => void
}

/** The progress of a step, with a button to cancel it if that is possible. */
function ProgressView({ title, progress, children, cancelLabel, onCancel }: ProgressViewProps) {
  return (
    <div className="flex flex-col items-start gap-3 py-6" aria-busy>
      <p role="status" className="tabular-nums">
        {title}
      </p>
      <Progress
        className="w-full"
        percent={Math.floor((progress ?? 0) * 100)}
        status="active"
        showInfo={progress !== null}
        aria-label="导入进度"
      />
      {children}
      {onCancel && <Button onClick={onCancel}>{cancelLabel}</Button>}
    </div>
  )
}

/** The upload of the file. */
export const UploadProgress = ({ progress, onCancel }: { progress: number; onCancel: () => void }) => (
  <ProgressView
    title={progress < 1 ? '正在上传文件……' : '正在读取文件……'}
    progress={progress}
    cancelLabel="取消"
    onCancel={onCancel}
  />
)

type ImportProgressProps = { run: ProductImport; onCancel: () => void }

/** The progress of the dry run, with the results so far. */
export function PlanningProgress({ run, onCancel }: ImportProgressProps) {
  const { plannedRows, totalRows, counts } = run
  const isKnown = totalRows !== null
  return (
    <ProgressView
      title={isKnown ? `正在逐行核对：已核对${plannedRows}行，共${totalRows}行` : '正在读取文件，检查是否完整……'}
      progress={isKnown ? plannedRows / totalRows : null}
      cancelLabel="取消"
      onCancel={onCancel}
    >
      {plannedRows > 0 && (
        <p className="text-sm text-muted tabular-nums">
          目前：
          {ROW_ACTIONS.filter((action) => counts[action] > 0)
            .map((action) => `${ROW_ACTION_LABELS[action]}${counts[action]}`)
            .join('，')}
        </p>
      )}
      <p className="text-sm text-muted">可以关闭这个窗口去做别的，核对会继续；回来后能看到结果。</p>
    </ProgressView>
  )
}

/** The progress of saving rows to the catalogue. */
export function SavingProgress({ run, onCancel }: ImportProgressProps) {
  const { appliedRows, counts } = run
  const total = counts.create + counts.update
  return (
    <ProgressView
      title={`正在导入：已导入${appliedRows}行，共${total}行`}
      progress={total === 0 ? 0 : appliedRows / total}
      cancelLabel="停止导入"
      onCancel={onCancel}
    >
      <p className="text-sm text-muted">可以关闭这个窗口去做别的，导入会继续；回来后能看到结果。</p>
    </ProgressView>
  )
}

/** The progress of undoing the saved rows. */
export function UndoProgress({ run }: { run: ProductImport }) {
  const { appliedRows, undo } = run
  const undoneRows = undo ? undo.removed + undo.restored + undo.skipped : 0
  return (
    <ProgressView
      title={`正在撤销：已处理${undoneRows}行，共${appliedRows}行`}
      progress={appliedRows === 0 ? 0 : undoneRows / appliedRows}
    >
      <p className="text-sm text-muted">可以关闭这个窗口去做别的，撤销会继续；回来后能看到结果。</p>
    </ProgressView>
  )
}
