import { Alert, Button } from 'antd'
import { failureMessage } from '../../shared/read-failure.ts'

type LoadFailureProps = { error: unknown; fallback: string; prefix?: string; onRetry: () => void }

/** Why something could not be read, and a button that asks again. */
export function LoadFailure({ error, fallback, prefix = '', onRetry }: LoadFailureProps) {
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={`${prefix}${failureMessage(error, fallback)}`}
      action={
        <Button size="small" onClick={onRetry}>
          重新加载
        </Button>
      }
    />
  )
}
