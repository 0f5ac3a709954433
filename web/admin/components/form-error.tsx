import { Alert } from 'antd'
import { toErrorMessage } from '../../shared/call-error.ts'
import { isDeclined } from '../calls/is-declined.ts'
import { hasFieldErrors } from './field-errors.ts'

/** Shows an error above a form, announced to screen readers. */
export const ErrorAlert = ({ title }: { title: string }) => (
  <Alert className="mb-4" type="error" showIcon role="alert" title={title} />
)

type FormErrorProps = {
  error: unknown
  fallback: string
  /** Returns the message to show. Default: the server's message, or the fallback. */
  describeError?: (error: unknown, fallback: string) => string
}

/** Shows why submitting a form failed, unless the errors are shown at the fields, or the user has declined to confirm it. */
export function FormError({ error, fallback, describeError = toErrorMessage }: FormErrorProps) {
  if (!error || isDeclined(error) || hasFieldErrors(error)) return null
  return <ErrorAlert title={describeError(error, fallback)} />
}
