import { Alert } from 'antd'
import { getFailureMessage } from '../../shared/call-failure.ts'
import { hasFieldErrors } from './field-errors.ts'

/** Shows an error above a form, announced to screen readers. */
export const FailureAlert = ({ title }: { title: string }) => (
  <Alert className="mb-4" type="error" showIcon role="alert" title={title} />
)

type FormFailureProps = {
  error: unknown
  fallback: string
  /** Returns the message to show. Default: the server's message, or the fallback. */
  describe?: (error: unknown, fallback: string) => string
}

/** Shows why submitting a form failed, unless the errors are shown at the fields. */
export function FormFailure({ error, fallback, describe = getFailureMessage }: FormFailureProps) {
  if (!error || hasFieldErrors(error)) return null
  return <FailureAlert title={describe(error, fallback)} />
}
