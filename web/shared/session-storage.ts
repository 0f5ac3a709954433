import type { User } from '#contracts/identity/account.ts'
import { isObject } from '#contracts/rules/is-object.ts'

/** The stored part of a session. */
export type StoredSession = { user: User; token: string; isAuthenticated: true }

export const SESSION_KEY = 'zhijian.session'

/** Returns whether a stored value is a session: other code can write to local storage, too. */
const isStoredSession = (value: unknown): value is StoredSession =>
  isObject(value) &&
  'token' in value &&
  typeof value.token === 'string' &&
  'user' in value &&
  isObject(value.user) &&
  ['_id', 'name', 'email'].every((field) => typeof Reflect.get(Object(value.user), field) === 'string')

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
