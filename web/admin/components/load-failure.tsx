import { Alert, Button } from 'antd'
import { getFailureMessage } from '../../shared/call-failure.ts'

type LoadFailureProps = {
  error: unknown
  /** The error message; with a prefix, the reason if the server sent none. */
  fallback: string
  prefix?: string
  onRetry: () => void
}

/** Shows that loading failed, the reason, and a button to retry. */
export function LoadFailure({ error, fallback, prefix, onRetry }: LoadFailureProps) {
  const reason = getFailureMessage(error, fallback)
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
