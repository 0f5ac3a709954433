import { Button, Progress } from 'antd'
import { withKeys } from '../../shared/with-keys.ts'
import type { Uploads } from './use-uploads.ts'

/** Shows the progress of each running upload, a button to cancel them, and why files weren't uploaded. */
export const UploadList = ({
  uploads: { running, errors, cancel },
}: {
  uploads: Pick<Uploads, 'running' | 'errors' | 'cancel'>
}) => (
  <>
    {running.map(({ key, name, progress }) => (
      <div key={key} className="py-1 text-sm">
        {name}
        <Progress percent={Math.round(progress * 100)} size="small" aria-label={`${name}的上传进度`} />
      </div>
    ))}
    {running.length > 0 && <Button onClick={cancel}>取消上传</Button>}
    {withKeys(errors, (error) => error).map(({ key, item }) => (
      <p key={key} role="alert" className="py-1 text-sm text-danger">
        {item}
      </p>
    ))}
  </>
)
