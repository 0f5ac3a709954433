import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { isReadFailure } from '../../shared/read-failure.ts'
import { FailureAlert } from '../parts/form-failure.tsx'

/** Why a step of signing in failed: what the server says of a refusal, as it is. Nothing if nothing failed. */
export const SignInFailure = ({ error }: { error: unknown }) =>
  error ? (
    <FailureAlert title={isReadFailure(error) && error.status > 0 ? error.message : ADMIN_MESSAGES.signInFailed} />
  ) : null
