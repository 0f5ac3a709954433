import type { Session, User } from '#contracts/identity/account.ts'

const TOKEN_KEY = 'auth_token'
const USER_KEY = 'auth_user'
/** The session without its token, for debugging and for the session id that a refresh sends. */
const SESSION_KEY = 'auth_session'

export type SignIn = { token: string; user: User; session?: Session | undefined }

/** The browser APIs that store a session, replaceable in tests. */
type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export type SessionStorages = { local: StorageLike; session: StorageLike }

/** Stores the session of the back office in local storage, as `auth_token` and `auth_user`. */
export const createStoredSession = ({ local, session }: SessionStorages) => ({
  /** Returns the stored sign-in; `undefined` if there is none, or storage is unavailable. */
  find(): SignIn | undefined {
    const token = ignoreErrors(() => local.getItem(TOKEN_KEY))
    const user: User | null | undefined = ignoreErrors(() => JSON.parse(local.getItem(USER_KEY) ?? 'null'))
    return token && user ? { token, user } : undefined
  },

  findSessionId: (): string | undefined => ignoreErrors(() => JSON.parse(session.getItem(SESSION_KEY) ?? '{}').id),

  storeToken: (token: string): void => ignoreErrors(() => local.setItem(TOKEN_KEY, token)),
  storeUser: (user: User): void => ignoreErrors(() => local.setItem(USER_KEY, JSON.stringify(user))),
  storeSession: (value: Session): void => ignoreErrors(() => session.setItem(SESSION_KEY, JSON.stringify(value))),
  removeSession: (): void => ignoreErrors(() => session.removeItem(SESSION_KEY)),

  clear(): void {
    ignoreErrors(() => local.removeItem(TOKEN_KEY))
    ignoreErrors(() => local.removeItem(USER_KEY))
    ignoreErrors(() => session.removeItem(SESSION_KEY))
  },
})

/** Returns `undefined` if an operation fails: storage may be blocked or contain invalid data. */
function ignoreErrors<Value>(operation: () => Value): Value | undefined {
  try {
    return operation()
  } catch {
    return undefined
  }
}
