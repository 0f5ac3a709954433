import { useSyncExternalStore } from 'react'
import type { User } from '#contracts/identity/account.ts'
import { may, type Permission } from '#contracts/permissions.ts'
import { takeTokenFrom } from '../../shared/call.ts'
import { createSessionStore, type SessionState } from './session-store.ts'
import { hasUnsaved } from './unsaved.ts'

/** The browser's one session. */
export const session = createSessionStore({ local: localStorage, session: sessionStorage })

takeTokenFrom(session.token)
window.addEventListener('storage', () => session.follow(hasUnsaved()))

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.get)

/** The signed-in user; for what stands inside the guard. */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('a screen of the back office stands outside its guard')
  return user
}

export const useMay = (permission: Permission): boolean => may(useUser().role, permission)
