import type { User } from '#contracts/identity/account.ts'
import { createStoredSession, type SessionStorages, type SignIn } from './stored-session.ts'

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

const SIGNED_OUT: SessionState = { token: null, user: null, ending: null, pendingSignIn: null }

export type SessionStore = ReturnType<typeof createSessionStore>

/** Creates the session store, with the session that the storage contains. */
export function createSessionStore(storages: SessionStorages) {
  const storedSession = createStoredSession(storages)
  const waitingCalls = createWaitingCalls()
  const listeners = new Set<() => void>()
  let state = toSignedInState(storedSession.find())

  function setState(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
  }

  const isOtherUser = (user: User) => user._id !== state.user?._id

  /** Signs in. If another user's unfinished work is on the page, the sign-in stays pending until it is accepted. */
  function signIn(newSignIn: SignIn): void {
    if (state.ending && isOtherUser(newSignIn.user)) setState({ ...state, pendingSignIn: newSignIn })
    else startSession(newSignIn)
  }

  /** Starts a user's session. Calls that waited for another user's sign-in are rejected. */
  function startSession({ token, user, session }: SignIn): void {
    const isSameUser = !isOtherUser(user)
    // The user is stored first: other tabs adopt both when the token changes.
    storedSession.storeUser(user)
    storedSession.storeToken(token)
    if (session) storedSession.storeSession(session)
    else if (!isSameUser) storedSession.removeSession()
    setState(toSignedInState({ token, user }))
    if (isSameUser) waitingCalls.resolveAll()
    else waitingCalls.rejectAll()
  }

  /** Signs out and clears the storage. Rejects the calls that wait for a sign-in. */
  function signOut(): void {
    storedSession.clear()
    setState(SIGNED_OUT)
    waitingCalls.rejectAll()
  }

  /** Ends the session, but keeps its user and the page with their unfinished work. */
  const suspend = (ending: SessionEnding) => setState({ ...state, token: null, ending })

  return {
    get: () => state,
    getToken: () => state.token,
    findSessionId: storedSession.findSessionId,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    signIn,
    signOut,

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
      // Another tab may just have stored another user's session.
      if (storedSession.find()?.token === state.token) storedSession.storeUser(user)
      setState({ ...state, user })
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
        signOut()
        return false
      }
      storedSession.clear()
      if (!state.ending) suspend('expired')
      await waitingCalls.wait()
      return true
    },

    /**
     * Synchronizes with another tab that signed in or out. Unfinished work stays here after a sign-out, and another
     * user's sign-in has to be confirmed.
     */
    syncWithStorage(hasUnfinishedWork: boolean): void {
      const stored = storedSession.find()
      if ((stored?.token ?? null) === state.token) return
      if (stored) {
        if (hasUnfinishedWork && isOtherUser(stored.user)) suspend('signed-out')
        signIn(stored)
      } else if (!state.ending) {
        if (hasUnfinishedWork) suspend('signed-out')
        else setState(SIGNED_OUT)
      }
    },
  }
}

const toSignedInState = (signIn: SignIn | undefined): SessionState =>
  signIn ? { token: signIn.token, user: signIn.user, ending: null, pendingSignIn: null } : SIGNED_OUT

/** The calls that wait for a sign-in after their token was rejected. */
function createWaitingCalls() {
  let calls: { resolve: () => void; reject: (reason: unknown) => void }[] = []
  const takeAll = () => {
    const waiting = calls
    calls = []
    return waiting
  }
  return {
    /** Resolves after a sign-in. Throws an `AbortError` if someone else signs in. */
    wait: (): Promise<void> =>
      new Promise((resolve, reject) => {
        calls.push({ resolve, reject })
      }),
    resolveAll(): void {
      for (const { resolve } of takeAll()) resolve()
    },
    rejectAll(): void {
      for (const { reject } of takeAll()) reject(new DOMException('signed out', 'AbortError'))
    },
  }
}
