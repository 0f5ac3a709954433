import { useEffect } from 'react'
import { MINUTE_MS } from '#contracts/durations.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { call } from '../../shared/call.ts'
import { isCallError } from '../../shared/call-error.ts'
import { session } from './session.ts'
import type { SessionState } from './session-store.ts'
import { hasUnsavedChanges } from './unsaved-changes.ts'

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
    const events = ['keydown', 'pointerdown', 'wheel'] as const
    for (const event of events) window.addEventListener(event, markActive, { passive: true })
    const timer = setInterval(() => {
      if (isActive && session.token()) void extendSession()
      isActive = false
    }, REFRESH_INTERVAL_MS)
    return () => {
      for (const event of events) window.removeEventListener(event, markActive)
      clearInterval(timer)
    }
  }, [])
}

async function extendSession() {
  const used = session.get()
  try {
    const sessionId = session.sessionId() ?? (await getCurrentSessionId())
    const reply = await call(identityCalls.refreshSession, { body: { sessionId } })
    if (!reply.valid || !reply.user) return rejectToken(used)
    // The reply is ignored if the user has signed in or out in the meantime.
    if (used.token && used.token === session.token())
      session.signIn({ token: used.token, user: reply.user, ...(reply.session ? { session: reply.session } : {}) })
  } catch (error) {
    // A network error doesn't mean that the session has ended.
    if (isCallError(error) && error.status === 401) rejectToken(used)
  }
}

const getCurrentSessionId = async (): Promise<string> => (await call(identityCalls.me)).data.sessionId

/** Clears the sign-in data after a failed refresh. With unsaved edits, the page stays open. */
function rejectToken(used: SessionState): void {
  session.rejectToken(used, hasUnsavedChanges()).catch(() => undefined)
}
