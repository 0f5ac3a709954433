import { Button, Progress } from 'antd'
import type { ImportProgress } from './use-import.ts'

type ImportProgressViewProps = {
  progress: ImportProgress
  /** Absent if the step can't be cancelled. */
  onCancel?: () => void
}

/** The progress of a dry run or of an import. */
export function ImportProgressView({ progress, onCancel }: ImportProgressViewProps) {
  const { step, done, total } = progress
  const isUnknown = step === 'read' || total === 0
  return (
    <div className="flex flex-col items-start gap-3 py-6" aria-busy>
      <p role="status" className="tabular-nums">
        {describeProgress(progress)}
      </p>
      <Progress
        className="w-full"
        percent={isUnknown ? 0 : Math.floor((done / total) * 100)}
        status="active"
        showInfo={!isUnknown}
        aria-label="导入进度"
      />
      {onCancel ? (
        <Button onClick={onCancel}>取消</Button>
      ) : (
        <p className="text-sm text-muted">
          全部导入，或一行也不导入。可以关闭这个窗口去做别的，结束后列在“最近的导入”中。
        </p>
      )}
    </div>
  )
}

function describeProgress({ step, done, total }: ImportProgress): string {
  switch (step) {
    case 'upload':
      return done < total ? '正在上传文件……' : '正在读取文件……'
    case 'read':
      return '正在读取文件，检查是否完整……'
    case 'plan':
      return `正在逐行核对：已核对${done}行，共${total}行`
    case 'save':
      return '正在保存……'
  }
}
