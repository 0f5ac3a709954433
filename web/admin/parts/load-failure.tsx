import { Alert, Button } from 'antd'
import { failureMessage } from '../../shared/read-failure.ts'

type LoadFailureProps = {
  error: unknown
  /** What could not be read. If there is a prefix, it says that, and this stands for a reason that nobody gave. */
  fallback: string
  prefix?: string
  onRetry: () => void
}

/** What could not be read, why, and a button that asks again. */
export function LoadFailure({ error, fallback, prefix, onRetry }: LoadFailureProps) {
  const reason = failureMessage(error, fallback)
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={prefix === undefined ? fallback : `${prefix}${reason}`}
      description={prefix === undefined && reason !== fallback && reason}
      action={
        <Button size="small" onClick={onRetry}>
          重新加载
        </Button>
      }
    />
  )
}
