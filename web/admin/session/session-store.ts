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

/** What the store needs of a browser; tests give their own. */
export type Keeping = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore(keep: { local: Keeping; session: Keeping }) {
  const listeners = new Set<() => void>()
  let waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = []
  let state = readKept()

  function readKept(): SessionState {
    const token = quietly(() => keep.local.getItem(TOKEN_KEY)) ?? null
    const user: User | null = quietly(() => JSON.parse(keep.local.getItem(USER_KEY) ?? 'null')) ?? null
    return token && user ? { token, user, isExpired: false } : { token: null, user: null, isExpired: false }
  }

  function become(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
  }

  function forget() {
    quietly(() => keep.local.removeItem(TOKEN_KEY))
    quietly(() => keep.local.removeItem(USER_KEY))
    quietly(() => keep.session.removeItem(SESSION_KEY))
  }

  return {
    get: () => state,
    token: () => state.token,
    sessionId: (): string | undefined => quietly(() => JSON.parse(keep.session.getItem(SESSION_KEY) ?? '{}').id),

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    signIn({ token, user, session }: SignIn): void {
      quietly(() => keep.local.setItem(TOKEN_KEY, token))
      quietly(() => keep.local.setItem(USER_KEY, JSON.stringify(user)))
      if (session) quietly(() => keep.session.setItem(SESSION_KEY, JSON.stringify(session)))
      become({ token, user, isExpired: false })
      for (const { resolve } of waiting) resolve()
      waiting = []
    },

    /** What is known of the signed-in user has changed. */
    userChanged(user: User): void {
      quietly(() => keep.local.setItem(USER_KEY, JSON.stringify(user)))
      become({ ...state, user })
    },

    /** Clears everything that was stored. What waited for a sign-in will not get one. */
    signOut(): void {
      forget()
      become({ token: null, user: null, isExpired: false })
      for (const { reject } of waiting) reject(new DOMException('signed out', 'AbortError'))
      waiting = []
    },

    /** Says that the server no longer knows the token, while something is unsaved; resolves after a sign-in. */
    expire(): Promise<void> {
      forget()
      if (!state.isExpired) become({ ...state, token: null, isExpired: true })
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
      })
    },

    /** Another tab signed in or out. Where something is unsaved here, a sign-out is asked about as an ended session is. */
    follow(isUnsaved: boolean): void {
      const kept = readKept()
      if (kept.token === state.token) return
      if (kept.token && kept.user) this.signIn({ token: kept.token, user: kept.user })
      else if (!state.isExpired) become(isUnsaved ? { ...state, token: null, isExpired: true } : kept)
    },
  }
}

/** Storage may be refused or hold nonsense: then nothing is kept. */
function quietly<Value>(attempt: () => Value): Value | undefined {
  try {
    return attempt()
  } catch {
    return undefined
  }
}
