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
import { changeOwnPassword } from '../../shared/account/change-own-password.ts'
import { readDeviceToken, removeDeviceToken, storeDeviceToken } from '../../shared/account/device-token.ts'
import { sendLogin, sendLoginCode } from '../../shared/account/sign-in-calls.ts'
import { call } from '../../shared/call.ts'
import { type CallError, isCallError } from '../../shared/call-error.ts'
import { getSession, isOtherUser, setStatus } from './session.ts'
import { applyProfileChange, applyRefresh, applySignIn } from './session-changes.ts'

type Outcome<Result> = { result: Result; failure?: never } | { failure: CallError; result?: never }

/** Runs an action and records its state. Returns its result, or its error with the server's message or `fallback`. */
async function attempt<Result>(fallback: string, action: () => Promise<Result>): Promise<Outcome<Result>> {
  setStatus({ isLoading: true, error: null })
  try {
    const result = await action()
    setStatus({ isLoading: false, error: null })
    return { result }
  } catch (error) {
    const failure: CallError = isCallError(error) ? error : { status: 0, message: '' }
    const withFallback =
      failure.isDefaultMessage || failure.message === '' ? { ...failure, message: fallback } : failure
    setStatus({ isLoading: false, error: withFallback.message })
    return { failure: withFallback }
  }
}

/** Applies a sign-in. If another user's edits are on the page, it stays pending until the visitor gives them up. */
export function acceptSignIn(reply: SignedIn): void {
  if (getSession().isExpired && isOtherUser(reply)) setStatus({ pendingSignIn: reply })
  else applySignIn(reply)
}

export function acceptPendingSignIn(): void {
  const { pendingSignIn } = getSession()
  setStatus({ pendingSignIn: null })
  if (pendingSignIn) applySignIn(pendingSignIn)
}

export const rejectPendingSignIn = (): void => setStatus({ pendingSignIn: null })

/** Signs in. The result is the challenge to send with a two-factor code; `null` if none is required. */
export const login = (input: LoginInput) =>
  attempt(SITE_MESSAGES.loginFailed, async () => {
    const reply = await sendLogin(input)
    if (!reply.success) return reply.challenge
    acceptSignIn(reply)
    return null
  })

export const loginWithCode = (input: TwoFactorLoginInput) =>
  attempt(SITE_MESSAGES.loginFailed, async () => acceptSignIn(await sendLoginCode(input)))

/** Creates an account and signs in. The result is the email address if it must be verified first, else `null`. */
export const register = (input: RegisterInput) =>
  attempt(SITE_MESSAGES.registerFailed, async () => {
    const reply = await call(identityCalls.register, { body: { ...input, deviceToken: readDeviceToken() } })
    if (!('token' in reply)) return reply.user.email
    storeDeviceToken(reply.deviceToken)
    acceptSignIn(reply)
    return null
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
    await changeOwnPassword(call, input)
    applyProfileChange({ ...user, mustChangePassword: false }, token)
  })

/**
 * Closes the user's own account and signs out in this browser. `isRepeated` says that an earlier request got no reply: if
 * the session has ended since, that request has closed the account. Throws a `CallError`.
 */
export async function closeAccount(credentials: Credentials, isRepeated: boolean): Promise<void> {
  if (!isRepeated || (await isSessionValid())) await call(accountSecurityCalls.closeAccount, { body: credentials })
  removeDeviceToken()
  applyRefresh(null)
}

/** Returns whether the server accepts the session. Unlike a rejected action, this read doesn't ask to sign in again. */
async function isSessionValid(): Promise<boolean> {
  try {
    await call(identityCalls.me)
    return true
  } catch (error) {
    if (isCallError(error) && error.status === 401) return false
    throw error
  }
}
