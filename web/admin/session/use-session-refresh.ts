import { useEffect } from 'react'
import { MINUTE_MS } from '#contracts/durations.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { call } from '../../shared/call.ts'
import { isCallError } from '../../shared/call-error.ts'
import { session } from './session.ts'
import type { SessionState } from './session-store.ts'
import { hasUnfinishedWork } from './unsaved-changes.ts'

/**
 * The interval at which an active session is extended: well below the shortest timeout that the settings allow (5
 * minutes).
 */
const REFRESH_INTERVAL_MS = 2 * MINUTE_MS

/** Extends the session while the user is active, and detects when it has ended. */
export function useSessionRefresh(): void {
  useEffect(() => {
    let isActive = false
    const markActive = () => {
      isActive = true
    }
    const events = ['keydown', 'input', 'pointerdown', 'wheel'] as const
    for (const event of events) window.addEventListener(event, markActive, { passive: true })
    const timer = setInterval(() => {
      if (isActive && session.getToken()) void extendSession()
      isActive = false
    }, REFRESH_INTERVAL_MS)
    return () => {
      for (const event of events) window.removeEventListener(event, markActive)
      clearInterval(timer)
    }
  }, [])
}

async function extendSession() {
  const requestState = session.get()
  try {
    const sessionId = session.findSessionId() ?? (await getCurrentSessionId())
    const reply = await call(identityCalls.refreshSession, { body: { sessionId } })
    if (!reply.valid || !reply.user) return rejectToken(requestState)
    // The reply is ignored if the user has signed in or out in the meantime.
    if (requestState.token && requestState.token === session.getToken())
      session.signIn({
        token: requestState.token,
        user: reply.user,
        ...(reply.session ? { session: reply.session } : {}),
      })
  } catch (error) {
    // A network error doesn't mean that the session has ended.
    if (isCallError(error) && error.status === 401) rejectToken(requestState)
  }
}

const getCurrentSessionId = async (): Promise<string> => (await call(identityCalls.me)).data.sessionId

/** Clears the sign-in data after a failed refresh. With unfinished work, the page stays open. */
function rejectToken(requestState: SessionState): void {
  session.rejectToken(requestState, hasUnfinishedWork()).catch(() => undefined)
}
