import { Alert } from 'antd'
import { failureMessage } from '../../shared/read-failure.ts'
import { hasFieldErrors } from './field-errors.ts'

/** Shows an error above a form, announced to screen readers. */
export const FailureAlert = ({ title }: { title: string }) => (
  <Alert className="mb-4" type="error" showIcon role="alert" title={title} />
)

type FormFailureProps = {
  error: unknown
  fallback: string
  /** Another way to say it than the server's sentence, else the fallback. */
  describe?: (error: unknown, fallback: string) => string
}

/** Why a form was refused, if no field of it is to blame: what is wrong with a field is said at the field. */
export function FormFailure({ error, fallback, describe = failureMessage }: FormFailureProps) {
  if (!error || hasFieldErrors(error)) return null
  return <FailureAlert title={describe(error, fallback)} />
}
