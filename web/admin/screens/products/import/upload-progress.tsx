import { Button, Progress } from 'antd'

type SendingProps = {
  /** The fraction of the file that has been sent, 0 to 1. */
  share: number
  /** The text while the server processes the file. */
  processingLabel: string
  onCancel?: () => void
}

const SENT_PERCENT = 60

/** Shows the progress of an upload, then of its processing. */
export function UploadProgress({ share, processingLabel, onCancel }: SendingProps) {
  const isSent = share >= 1
  return (
    <div className="flex flex-col items-start gap-3 py-6" aria-busy>
      <p role="status">{isSent ? processingLabel : '正在上传文件……'}</p>
      <Progress
        className="w-full"
        percent={Math.round(share * SENT_PERCENT)}
        status="active"
        showInfo={false}
        aria-label="导入进度"
      />
      {onCancel && <Button onClick={onCancel}>取消</Button>}
    </div>
  )
}
