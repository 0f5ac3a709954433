import { Alert, Button } from 'antd'
import { toErrorMessage } from '../../shared/call-error.ts'
import { hasFieldErrors } from './field-errors.ts'

type LoadErrorProps = {
  error: unknown
  /** The title; with a prefix, the reason that follows it if the server sent none. */
  fallback: string
  /** Makes the title the prefix and the reason, instead of a title with the reason below it. */
  prefix?: string
  onRetry: () => void
}

/** Shows that loading failed, the reason, and a button to retry; only the reason if the filters have to be corrected. */
export function LoadError({ error, fallback, prefix, onRetry }: LoadErrorProps) {
  const reason = toErrorMessage(error, fallback)
  if (hasFieldErrors(error)) return <Alert type="error" showIcon role="alert" title={reason} />
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
