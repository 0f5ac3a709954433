import type { User } from '#contracts/identity/account.ts'
import { isObject } from '#contracts/rules/is-object.ts'

/** The stored part of a session (spec 1 §3). */
export type KeptSession = { user: User; token: string; isAuthenticated: true }

export const SESSION_KEY = 'zhijian.session'

/** Returns whether local storage holds what we wrote: anyone can write there. */
const isKept = (value: unknown): value is KeptSession =>
  isObject(value) &&
  'token' in value &&
  typeof value.token === 'string' &&
  'user' in value &&
  isObject(value.user) &&
  ['_id', 'name', 'email'].every((field) => typeof Reflect.get(Object(value.user), field) === 'string')

/** Returns the sign-in that was kept, or `null`; a browser that refuses storage keeps none. */
export function readSession(): KeptSession | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null')
    return isKept(value) ? value : null
  } catch {
    return null
  }
}

export function writeSession(stored: KeptSession | null): void {
  try {
    if (stored) localStorage.setItem(SESSION_KEY, JSON.stringify(stored))
    else localStorage.removeItem(SESSION_KEY)
  } catch {
    // Storage refused: the sign-in lasts as long as the page.
  }
}
