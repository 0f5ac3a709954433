/** Stores the session of the back office in local storage as `auth_token` and `auth_user` (spec 2 §3). */
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
  /** Somebody else signed in over unsaved edits: whether they go on here is asked first. */
  successor: SignIn | null
}
export type SignIn = { token: string; user: User; session?: Session | undefined }

const SIGNED_OUT: SessionState = { token: null, user: null, isExpired: false, successor: null }

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
    return token && user ? { token, user, isExpired: false, successor: null } : SIGNED_OUT
  }

  /** Starts a user's session. Calls that waited for another user's sign-in are rejected. */
  function begin({ token, user, session }: SignIn): void {
    const isSameUser = user._id === state.user?._id
    attemptSilently(() => storage.local.setItem(TOKEN_KEY, token))
    attemptSilently(() => storage.local.setItem(USER_KEY, JSON.stringify(user)))
    if (session) attemptSilently(() => storage.session.setItem(SESSION_KEY, JSON.stringify(session)))
    else if (!isSameUser) attemptSilently(() => storage.session.removeItem(SESSION_KEY))
    setState({ token, user, isExpired: false, successor: null })
    endWaiting(isSameUser)
  }

  function endWaiting(isSignedIn: boolean) {
    for (const { resolve, reject } of waiting) {
      if (isSignedIn) resolve()
      else reject(new DOMException('signed out', 'AbortError'))
    }
    waiting = []
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

    /** Signs in. Somebody else than the user whose unsaved edits are on the page waits for `acceptSuccessor`. */
    signIn(signIn: SignIn): void {
      if (state.isExpired && signIn.user._id !== state.user?._id) setState({ ...state, successor: signIn })
      else begin(signIn)
    },

    /** Starts the session of the waiting user. */
    acceptSuccessor(): void {
      if (state.successor) begin(state.successor)
    },

    /** Drops the waiting user, and asks again for the one whose edits are on the page. */
    refuseSuccessor(): void {
      setState({ ...state, successor: null })
    },

    /** Updates the signed-in user. */
    userChanged(user: User): void {
      attemptSilently(() => storage.local.setItem(USER_KEY, JSON.stringify(user)))
      setState({ ...state, user })
    },

    /** Clears everything that was stored. What waited for a sign-in will not get one. */
    signOut(): void {
      clear()
      setState(SIGNED_OUT)
      endWaiting(false)
    },

    /** Marks the session as expired while something is unsaved; resolves after a sign-in. */
    expire(): Promise<void> {
      clear()
      if (!state.isExpired) setState({ ...state, token: null, isExpired: true })
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
      })
    },

    /**
     * Another tab signed in or out. If something is unsaved here, a sign-out is asked about as an ended session is, and
     * so is somebody else's sign-in.
     */
    follow(isUnsaved: boolean): void {
      const { token, user } = readKept()
      if (token === state.token) return
      if (token && user) {
        if (isUnsaved && user._id !== state.user?._id) setState({ ...state, token: null, isExpired: true })
        this.signIn({ token, user })
      } else if (!state.isExpired) setState(isUnsaved ? { ...state, token: null, isExpired: true } : SIGNED_OUT)
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
