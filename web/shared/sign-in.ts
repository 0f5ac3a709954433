import type { LoginInput, ProfileInput, RegisterInput } from '#contracts/identity/account.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import type { TwoFactorLoginInput } from '#contracts/identity/two-factor.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { call } from './call.ts'
import { isReadFailure, type ReadFailure } from './read-failure.ts'
import { currentSession, noteCall, takeChanged, takeSignedIn } from './session.ts'

/** Runs an act; gives what went wrong, its sentence being the server's own or `fallback`. */
async function attempt(fallback: string, act: () => Promise<void>): Promise<ReadFailure | undefined> {
  noteCall({ isLoading: true, error: null })
  try {
    await act()
    noteCall({ isLoading: false, error: null })
    return undefined
  } catch (error) {
    const failure: ReadFailure = isReadFailure(error) ? error : { status: 0, message: '' }
    const said = failure.isWordless || failure.message === '' ? { ...failure, message: fallback } : failure
    noteCall({ isLoading: false, error: said.message })
    return said
  }
}

/** Where a code is awaited, nobody is signed in yet: `onCode` gets the challenge that the code is sent with. */
export const login = (input: LoginInput, onCode: (challenge: string) => void) =>
  attempt(SITE_MESSAGES.loginFailed, async () => {
    const reply = await call(identityCalls.login, { body: input })
    if (reply.success) takeSignedIn(reply)
    else onCode(reply.challenge)
  })

export const loginByCode = (input: TwoFactorLoginInput) =>
  attempt(SITE_MESSAGES.loginFailed, async () =>
    takeSignedIn(await call(identityCalls.loginTwoFactor, { body: input })),
  )

/** Where the address has to be proved first, nobody is signed in yet: `onVerify` gets the address of the letter. */
export const register = (input: RegisterInput, onVerify: (email: string) => void) =>
  attempt(SITE_MESSAGES.registerFailed, async () => {
    const reply = await call(identityCalls.register, { body: input })
    if ('token' in reply) takeSignedIn(reply)
    else onVerify(reply.user.email)
  })

export const updateProfile = (input: ProfileInput) =>
  attempt(SITE_MESSAGES.profileFailed, async () => {
    const { token } = currentSession()
    if (!token) throw { status: 401, message: SITE_MESSAGES.notSignedIn } satisfies ReadFailure
    const { user } = await call(identityCalls.updateProfile, { body: input })
    takeChanged(user, token)
  })
