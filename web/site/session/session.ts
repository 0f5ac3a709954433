/** The signed-in user of this browser, shared by its tabs and stored between visits. */

import { useSyncExternalStore } from 'react'
import type { Session, SignedIn as SignedInReply, User } from '#contracts/identity/account.ts'
import { configureAuthentication } from '../../shared/call.ts'
import { readSession, SESSION_KEY, type StoredSession, writeSession } from './session-storage.ts'

export type SessionState = {
  user: User | null
  token: string | null
  /** The session to which the token belongs; `null` after a reload, until the server has sent it. */
  session: Session | null
  isAuthenticated: boolean
  /**
   * Whether the session ended during an action or unsaved edits. `user` stays, so that the page keeps its input, until
   * they sign in again or dismiss that.
   */
  isExpired: boolean
  /** Whether a call of this store is in progress. */
  isLoading: boolean
  /** The error of the last attempt. */
  error: string | null
  /** Whether the page has unsaved edits, which the end of the session must not discard. */
  isDirty?: boolean
  /** Another user's sign-in after the session ended, until the visitor agrees to give up the edits. */
  pendingSignIn?: SignedInReply | null
}

const SIGNED_OUT: SessionState = {
  user: null,
  token: null,
  session: null,
  isAuthenticated: false,
  isExpired: false,
  isLoading: false,
  error: null,
}

let state = SIGNED_OUT
const listeners = new Set<() => void>()

function setState(changes: Partial<SessionState>): void {
  state = { ...state, ...changes }
  for (const listener of listeners) listener()
}

/** Replaces everything but the status of a pending call. Without changes, nobody is signed in. */
const resetState = (changes?: Partial<SessionState> | null): void =>
  setState({ ...SIGNED_OUT, isLoading: state.isLoading, ...changes })

export function setSignedIn(user: User, token: string, session: Session | null): void {
  const stored = { user, token, isAuthenticated: true } as const
  writeSession(stored)
  resetState({ ...stored, session })
}

export function setSignedOut(): void {
  writeSession(null)
  resetState()
}

/** Applies the end of a token's session. Signs out, unless an action or unsaved edits would be lost. */
export function endSession(token: string | null, isAction = false): void {
  if (token !== state.token) return
  if (isAction || state.isDirty || state.isExpired) resetState({ user: state.user, isExpired: true })
  else setSignedOut()
}

/** Returns whether a session in storage is that of someone else than this page's user. */
export const isOtherUser = (stored: Pick<StoredSession, 'user'> | null): boolean =>
  stored !== null && state.user !== null && stored.user._id !== state.user._id

/** Follows another tab, unless another user has signed in there while something would be lost here. */
function syncWithStorage(): void {
  const stored = readSession()
  if (stored && !(isOtherUser(stored) && (state.isDirty || state.isExpired)))
    resetState({ ...stored, session: stored.token === state.token ? state.session : null })
  else endSession(state.token)
}

/** Starts with the stored session, and follows other tabs. Must be called once, before the session is read. */
export function startSession(): void {
  configureAuthentication({
    readToken: () => state.token,
    onRejectedToken: endSession,
  })
  syncWithStorage()
  window.addEventListener('storage', ({ key }) => {
    // A key of null means that another tab has cleared the storage.
    if (key === SESSION_KEY || key === null) syncWithStorage()
  })
}

export const getSession = (): SessionState => state

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Returns the session and subscribes to it. The server renders pages for anonymous visitors, and so does the first
 * render in the browser (hydration).
 */
export const useSession = (): SessionState => useSyncExternalStore(onSessionChange, getSession, () => SIGNED_OUT)

/** Records the status of session calls, and what must not be discarded. */
export const setStatus: (
  status: Partial<Pick<SessionState, 'isLoading' | 'error' | 'isDirty' | 'pendingSignIn'>>,
) => void = setState
