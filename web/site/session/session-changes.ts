/** How replies of the server change the session; apart from `session.ts`, since no page needs it at first. */

import type { Session, SignedIn as SignedInReply, User } from '#contracts/identity/account.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { call } from '../../shared/call.ts'
import type { CallError } from '../../shared/call-error.ts'
import { endSession, getSession, isOtherUser, setSignedIn, setSignedOut } from './session.ts'
import { readSession } from './session-storage.ts'

/** Applies a successful sign-in. */
export const applySignIn = ({ user, token, session }: SignedInReply): void => setSignedIn(user, token, session)

/** Applies a profile change made with a token, unless another user has signed in since. */
export function applyProfileChange(user: User, token: string): void {
  const state = getSession()
  if (token === state.token) setSignedIn(user, token, state.session)
}

/** Returns the session's id, requesting it if it isn't known yet; `null` if nobody is signed in. */
export async function getSessionId(): Promise<string | null> {
  const { token, session } = getSession()
  if (!token) return null
  if (session) return session.id
  const { data } = await call(identityCalls.me)
  return data.sessionId
}

/** Applies the reply of a refresh: the current user, or the end of the session. */
export function applyRefresh(refreshed: { session: Session; user: User } | null): void {
  const { token } = getSession()
  if (!refreshed) endSession(token)
  else if (token) setSignedIn(refreshed.user, token, refreshed.session)
}

/**
 * Gives up the edits of the user whose session has expired, unless they have signed in again: signs them out, or
 * adopts the user who has signed in in another tab.
 */
export function dismissExpiredSession(): void {
  if (!getSession().isExpired) return
  const stored = readSession()
  if (stored && isOtherUser(stored)) setSignedIn(stored.user, stored.token, null)
  else setSignedOut()
}

/**
 * Signs out in this browser at once, whatever the server replies: a user who leaves a shared computer must not stay
 * signed in because the network fails. Goes on to the company's identity provider if the session began there. Returns
 * whether the session has also ended on the server.
 */
export function logout(): Promise<boolean> {
  const logoutCall = call(identityCalls.logout, { keepalive: true })
  setSignedOut()
  return logoutCall.then(
    ({ data }) => {
      // Otherwise the next person at this computer could sign in without a password.
      if (data) location.assign(data.providerUrl)
      return true
    },
    // With 401, the session had already ended.
    ({ status }: CallError) => status === 401,
  )
}
