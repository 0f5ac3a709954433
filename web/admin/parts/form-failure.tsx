import { Alert } from 'antd'
import { failureMessage, isReadFailure } from '../../shared/read-failure.ts'

type FormFailureProps = { error: unknown; fallback: string }

/** Why a form was refused, where no field of it is to blame: what is wrong with a field is said at the field. */
export function FormFailure({ error, fallback }: FormFailureProps) {
  if (!error || (isReadFailure(error) && error.errors?.length)) return null
  return <Alert className="mb-4" type="error" showIcon role="alert" title={failureMessage(error, fallback)} />
}
