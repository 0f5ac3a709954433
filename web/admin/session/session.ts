import { useSyncExternalStore } from 'react'
import type { User } from '#contracts/identity/account.ts'
import { can, type Permission } from '#contracts/permissions.ts'
import { configureAuthentication } from '../../shared/call.ts'
import { createSessionStore, type SessionState } from './session-store.ts'
import { hasUnfinishedWork } from './unsaved-changes.ts'

/** The session of this browser. */
export const session = createSessionStore({ local: localStorage, session: sessionStorage })

configureAuthentication({ readToken: session.getToken })
window.addEventListener('storage', () => session.syncWithStorage(hasUnfinishedWork()))

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.get)

/** Returns the signed-in user. Throws outside of `Shell`, which redirects to the sign-in page if nobody is signed in. */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('useUser must be used within Shell')
  return user
}

/** Returns whether the signed-in user has a permission. */
export function useCan(permission: Permission): boolean {
  const user = useUser()
  return can(user, permission)
}
