import { Progress } from 'antd'

/** A running upload. `key` identifies it, since two files may have the same name; `progress` is from 0 to 1. */
export type RunningUpload = { key: number; name: string; progress: number }

/** Shows the progress of each running upload. */
export const UploadList = ({ uploads }: { uploads: readonly RunningUpload[] }) =>
  uploads.map(({ key, name, progress }) => (
    <div key={key} className="py-1 text-sm">
      {name}
      <Progress percent={Math.round(progress * 100)} size="small" aria-label={`${name}的上传进度`} />
    </div>
  ))
