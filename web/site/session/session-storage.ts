import type { User } from '#contracts/identity/account.ts'

/** The stored part of a session. */
export type StoredSession = { user: User; token: string; isAuthenticated: true }

export const SESSION_KEY = 'zhijian.session'

/** Returns whether a stored value is a session: other code can write to local storage, too. */
function isStoredSession(value: unknown): value is StoredSession {
  const { token, user } = Object(value)
  const { _id, name, email } = Object(user)
  return [token, _id, name, email].every((text) => typeof text === 'string')
}

/** Returns the stored session; `null` if there is none, or storage is unavailable. */
export function readSession(): StoredSession | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null')
    return isStoredSession(value) ? value : null
  } catch {
    return null
  }
}

export function writeSession(stored: StoredSession | null): void {
  try {
    if (stored) localStorage.setItem(SESSION_KEY, JSON.stringify(stored))
    else localStorage.removeItem(SESSION_KEY)
  } catch {
    // Storage is unavailable: the session lasts as long as the page.
  }
}
