import { Alert, Button } from 'antd'
import { toErrorMessage } from '../../shared/call-error.ts'
import { hasFieldErrors } from './field-errors.ts'

type LoadErrorProps = { error: unknown; fallback: string; onRetry: () => void }

/**
 * Shows that loading failed (`fallback`), the server's reason if it sent one, and a button to retry; only the reason if
 * the filters have to be corrected.
 */
export function LoadError({ error, fallback, onRetry }: LoadErrorProps) {
  const reason = toErrorMessage(error, fallback)
  if (hasFieldErrors(error)) return <Alert type="error" showIcon role="alert" title={reason} />
  return <LoadErrorAlert title={fallback} reason={reason === fallback ? undefined : reason} onRetry={onRetry} />
}

type LoadErrorAlertProps = { title: string; reason?: string | undefined; onRetry: () => void }

/** Shows that loading failed, with a button to retry, for screens that word their own messages. */
export const LoadErrorAlert = ({ title, reason, onRetry }: LoadErrorAlertProps) => (
  <Alert
    type="error"
    showIcon
    role="alert"
    title={title}
    description={reason}
    action={
      <Button size="small" onClick={() => onRetry()}>
        重新加载
      </Button>
    }
  />
)
