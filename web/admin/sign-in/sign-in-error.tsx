import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { getServerMessage } from '../../shared/call-error.ts'
import { ErrorAlert } from '../components/form-error.tsx'

/** Shows the server's message for a failed sign-in step, if any. */
export const SignInError = ({ error }: { error: unknown }) =>
  error ? <ErrorAlert title={getServerMessage(error) ?? ADMIN_MESSAGES.signInFailed} /> : null
