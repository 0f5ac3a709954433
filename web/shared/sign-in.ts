import type {
  Credentials,
  LoginInput,
  PasswordChangeInput,
  ProfileInput,
  RegisterInput,
  SignedIn,
} from '#contracts/identity/account.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { accountSecurityCalls } from '#contracts/identity/security-calls.ts'
import type { TwoFactorLoginInput } from '#contracts/identity/two-factor.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { call } from './call.ts'
import { type CallError, isCallError } from './call-error.ts'
import { readDeviceToken, removeDeviceToken, storeDeviceToken } from './device-token.ts'
import { getSession, isOtherUser, setStatus } from './session.ts'
import { applyProfileChange, applyRefresh, applySignIn } from './session-changes.ts'

/** Runs an action and records its state. Returns its error, with the server's message or `fallback`. */
async function attempt(fallback: string, action: () => Promise<void>): Promise<CallError | undefined> {
  setStatus({ isLoading: true, error: null })
  try {
    await action()
    setStatus({ isLoading: false, error: null })
    return undefined
  } catch (error) {
    const failure: CallError = isCallError(error) ? error : { status: 0, message: '' }
    const withFallback =
      failure.isDefaultMessage || failure.message === '' ? { ...failure, message: fallback } : failure
    setStatus({ isLoading: false, error: withFallback.message })
    return withFallback
  }
}

/** Applies a sign-in. If another user's edits are on the page, it stays pending until the visitor gives them up. */
function acceptSignIn(reply: SignedIn): void {
  storeDeviceToken(reply.deviceToken)
  if (getSession().isExpired && isOtherUser(reply)) setStatus({ pendingSignIn: reply })
  else applySignIn(reply)
}

export function acceptPendingSignIn(): void {
  const { pendingSignIn } = getSession()
  setStatus({ pendingSignIn: null })
  if (pendingSignIn) applySignIn(pendingSignIn)
}

export const rejectPendingSignIn = (): void => setStatus({ pendingSignIn: null })

/** Signs in. If a two-factor code is required, calls `onCodeRequired` with the challenge to send with the code. */
export const login = (input: LoginInput, onCodeRequired: (challenge: string) => void) =>
  attempt(SITE_MESSAGES.loginFailed, async () => {
    const reply = await call(identityCalls.login, { body: { ...input, deviceToken: readDeviceToken() } })
    if (reply.success) acceptSignIn(reply)
    else onCodeRequired(reply.challenge)
  })

export const loginWithCode = (input: TwoFactorLoginInput) =>
  attempt(SITE_MESSAGES.loginFailed, async () => {
    const body = { ...input, deviceToken: readDeviceToken() }
    acceptSignIn(await call(identityCalls.loginTwoFactor, { body }))
  })

/**
 * Creates an account and signs in. If the email address must be verified first, calls `onVerificationRequired` with it
 * instead.
 */
export const register = (input: RegisterInput, onVerificationRequired: (email: string) => void) =>
  attempt(SITE_MESSAGES.registerFailed, async () => {
    const reply = await call(identityCalls.register, { body: { ...input, deviceToken: readDeviceToken() } })
    if ('token' in reply) acceptSignIn(reply)
    else onVerificationRequired(reply.user.email)
  })

export const updateProfile = (input: ProfileInput) =>
  attempt(SITE_MESSAGES.profileFailed, async () => {
    const { token } = getSession()
    if (!token) throw { status: 401, message: SITE_MESSAGES.notSignedIn } satisfies CallError
    const { user } = await call(identityCalls.updateProfile, { body: input })
    applyProfileChange(user, token)
  })

/** Changes the user's own password, which also replaces one that someone else had set. */
export const changePassword = (input: PasswordChangeInput) =>
  attempt(SITE_MESSAGES.passwordFailed, async () => {
    const { token, user } = getSession()
    if (!token || !user) throw { status: 401, message: SITE_MESSAGES.notSignedIn } satisfies CallError
    await call(identityCalls.changePassword, { body: input })
    applyProfileChange({ ...user, mustChangePassword: false }, token)
  })

/** Closes the user's own account and signs out in this browser. Throws a `CallError`. */
export async function closeAccount(credentials: Credentials): Promise<void> {
  await call(accountSecurityCalls.closeAccount, { body: credentials })
  removeDeviceToken()
  applyRefresh(null)
}
