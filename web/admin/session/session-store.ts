/** The session of the back office, stored in local storage as `auth_token` and `auth_user`. */
import type { Session, User } from '#contracts/identity/account.ts'

const TOKEN_KEY = 'auth_token'
const USER_KEY = 'auth_user'
/** The session without its token, for debugging and for the session id that a refresh sends. */
const SESSION_KEY = 'auth_session'

export type SessionState = {
  user: User | null
  token: string | null
  /** How the session ended, if there is unfinished work: the page stays, and a dialog asks to sign in again. */
  ending: SessionEnding | null
  /** Another user's sign-in while there is unfinished work, until the user agrees to leave it. */
  pendingSignIn: SignIn | null
}
/** Whether the server rejected the token, or the user signed out in another tab. */
export type SessionEnding = 'expired' | 'signed-out'
export type SignIn = { token: string; user: User; session?: Session | undefined }

const SIGNED_OUT: SessionState = { token: null, user: null, ending: null, pendingSignIn: null }

/** The browser APIs that the store uses, replaceable in tests. */
export type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type SessionStore = ReturnType<typeof createSessionStore>

/** Creates the session store, with the session that the storage contains. */
export function createSessionStore(storage: { local: StorageLike; session: StorageLike }) {
  const listeners = new Set<() => void>()
  let waitingCalls: { resolve: () => void; reject: (reason: unknown) => void }[] = []
  let state = readStored()

  function readStored(): SessionState {
    const token = ignoreErrors(() => storage.local.getItem(TOKEN_KEY)) ?? null
    const user: User | null = ignoreErrors(() => JSON.parse(storage.local.getItem(USER_KEY) ?? 'null')) ?? null
    return token && user ? { token, user, ending: null, pendingSignIn: null } : SIGNED_OUT
  }

  /** Starts a user's session. Calls that waited for another user's sign-in are rejected. */
  function startSession({ token, user, session }: SignIn): void {
    const isSameUser = user._id === state.user?._id
    ignoreErrors(() => storage.local.setItem(TOKEN_KEY, token))
    ignoreErrors(() => storage.local.setItem(USER_KEY, JSON.stringify(user)))
    if (session) ignoreErrors(() => storage.session.setItem(SESSION_KEY, JSON.stringify(session)))
    else if (!isSameUser) ignoreErrors(() => storage.session.removeItem(SESSION_KEY))
    setState({ token, user, ending: null, pendingSignIn: null })
    settleWaitingCalls(isSameUser)
  }

  function settleWaitingCalls(isSignedIn: boolean) {
    for (const { resolve, reject } of waitingCalls) {
      if (isSignedIn) resolve()
      else reject(new DOMException('signed out', 'AbortError'))
    }
    waitingCalls = []
  }

  function setState(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
  }

  function clear() {
    ignoreErrors(() => storage.local.removeItem(TOKEN_KEY))
    ignoreErrors(() => storage.local.removeItem(USER_KEY))
    ignoreErrors(() => storage.session.removeItem(SESSION_KEY))
  }

  function expire(): Promise<void> {
    clear()
    if (!state.ending) setState({ ...state, token: null, ending: 'expired' })
    return new Promise((resolve, reject) => {
      waitingCalls.push({ resolve, reject })
    })
  }

  return {
    get: () => state,
    getToken: () => state.token,
    findSessionId: (): string | undefined =>
      ignoreErrors(() => JSON.parse(storage.session.getItem(SESSION_KEY) ?? '{}').id),

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Signs in. If another user's unfinished work is on the page, the sign-in stays pending until it is accepted. */
    signIn(signIn: SignIn): void {
      if (state.ending && signIn.user._id !== state.user?._id) setState({ ...state, pendingSignIn: signIn })
      else startSession(signIn)
    },

    /** Starts the session of the pending sign-in. */
    acceptPendingSignIn(): void {
      if (state.pendingSignIn) startSession(state.pendingSignIn)
    },

    /** Rejects the pending sign-in, and asks again for the user with the unfinished work. */
    rejectPendingSignIn(): void {
      setState({ ...state, pendingSignIn: null })
    },

    /** Replaces the signed-in user after a change of their profile. */
    setUser(user: User): void {
      ignoreErrors(() => storage.local.setItem(USER_KEY, JSON.stringify(user)))
      setState({ ...state, user })
    },

    /** Signs out and clears the storage. Rejects the calls that wait for a sign-in. */
    signOut(): void {
      clear()
      setState(SIGNED_OUT)
      settleWaitingCalls(false)
    },

    /**
     * Handles a call whose token the server rejected; `requestState` is the session when the call was sent. Signs out,
     * unless there is unfinished work: then the session is marked as expired, and the promise waits for a new sign-in.
     * Returns whether to repeat the call.
     */
    async rejectToken(requestState: SessionState, hasUnfinishedWork: boolean): Promise<boolean> {
      if (requestState.user?._id !== state.user?._id) return false
      // The user has signed in again since the call was sent: the new token must not be discarded.
      if (state.token && state.token !== requestState.token) return true
      if (!hasUnfinishedWork) {
        this.signOut()
        return false
      }
      await expire()
      return true
    },

    /**
     * Synchronizes with another tab that signed in or out. Unfinished work stays here after a sign-out, and another
     * user's sign-in has to be confirmed.
     */
    syncWithStorage(hasUnfinishedWork: boolean): void {
      const { token, user } = readStored()
      if (token === state.token) return
      if (token && user) {
        if (hasUnfinishedWork && user._id !== state.user?._id) setState({ ...state, token: null, ending: 'signed-out' })
        this.signIn({ token, user })
      } else if (!state.ending)
        setState(hasUnfinishedWork ? { ...state, token: null, ending: 'signed-out' } : SIGNED_OUT)
    },
  }
}

/** Returns `undefined` if an operation fails: storage may be blocked or contain invalid data. */
function ignoreErrors<Value>(operation: () => Value): Value | undefined {
  try {
    return operation()
  } catch {
    return undefined
  }
}
