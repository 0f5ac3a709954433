/** Who is signed in to the back office, kept in local storage as `auth_token` and `auth_user` (spec 2 §3). */
import type { Session, User } from '#contracts/identity/account.ts'

const TOKEN_KEY = 'auth_token'
const USER_KEY = 'auth_user'
/** The session without its token: what a person debugging may look at, and what a refresh names. */
const SESSION_KEY = 'auth_session'

export type SessionState = {
  user: User | null
  token: string | null
  /** The session ended while something was unsaved: the page stays, and a dialog asks to sign in again. */
  isExpired: boolean
}
export type SignIn = { token: string; user: User; session?: Session | undefined }

/** The browser APIs that the store uses, replaceable in tests. */
export type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore(storage: { local: StorageLike; session: StorageLike }) {
  const listeners = new Set<() => void>()
  let waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = []
  let state = readKept()

  function readKept(): SessionState {
    const token = attemptSilently(() => storage.local.getItem(TOKEN_KEY)) ?? null
    const user: User | null = attemptSilently(() => JSON.parse(storage.local.getItem(USER_KEY) ?? 'null')) ?? null
    return token && user ? { token, user, isExpired: false } : { token: null, user: null, isExpired: false }
  }

  function setState(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
  }

  function clear() {
    attemptSilently(() => storage.local.removeItem(TOKEN_KEY))
    attemptSilently(() => storage.local.removeItem(USER_KEY))
    attemptSilently(() => storage.session.removeItem(SESSION_KEY))
  }

  return {
    get: () => state,
    token: () => state.token,
    sessionId: (): string | undefined =>
      attemptSilently(() => JSON.parse(storage.session.getItem(SESSION_KEY) ?? '{}').id),

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    signIn({ token, user, session }: SignIn): void {
      attemptSilently(() => storage.local.setItem(TOKEN_KEY, token))
      attemptSilently(() => storage.local.setItem(USER_KEY, JSON.stringify(user)))
      if (session) attemptSilently(() => storage.session.setItem(SESSION_KEY, JSON.stringify(session)))
      setState({ token, user, isExpired: false })
      for (const { resolve } of waiting) resolve()
      waiting = []
    },

    /** Updates the signed-in user. */
    userChanged(user: User): void {
      attemptSilently(() => storage.local.setItem(USER_KEY, JSON.stringify(user)))
      setState({ ...state, user })
    },

    /** Clears everything that was stored. What waited for a sign-in will not get one. */
    signOut(): void {
      clear()
      setState({ token: null, user: null, isExpired: false })
      for (const { reject } of waiting) reject(new DOMException('signed out', 'AbortError'))
      waiting = []
    },

    /** Marks the session as expired while something is unsaved; resolves after a sign-in. */
    expire(): Promise<void> {
      clear()
      if (!state.isExpired) setState({ ...state, token: null, isExpired: true })
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
      })
    },

    /** Another tab signed in or out. If something is unsaved here, a sign-out is asked about as an ended session is. */
    follow(isUnsaved: boolean): void {
      const stored = readKept()
      if (stored.token === state.token) return
      if (stored.token && stored.user) this.signIn({ token: stored.token, user: stored.user })
      else if (!state.isExpired) setState(isUnsaved ? { ...state, token: null, isExpired: true } : stored)
    },
  }
}

/** Storage may be refused or hold nonsense: then nothing is kept. */
function attemptSilently<Value>(attempt: () => Value): Value | undefined {
  try {
    return attempt()
  } catch {
    return undefined
  }
}
