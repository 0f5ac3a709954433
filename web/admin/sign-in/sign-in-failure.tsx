import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { isCallFailure } from '../../shared/call-failure.ts'
import { FailureAlert } from '../parts/form-failure.tsx'

/** Shows why a step of signing in failed, by the server's message. Renders nothing if nothing failed. */
export const SignInFailure = ({ error }: { error: unknown }) =>
  error ? (
    <FailureAlert title={isCallFailure(error) && error.status > 0 ? error.message : ADMIN_MESSAGES.signInFailed} />
  ) : null
