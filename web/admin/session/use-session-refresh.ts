import { useEffect } from 'react'
import { MINUTE_MS } from '#contracts/durations.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { call } from '../../shared/call.ts'
import { isCallFailure } from '../../shared/call-failure.ts'
import { session } from './session.ts'
import { hasUnsaved } from './unsaved.ts'

/**
 * The interval at which a session in use is extended: well below the shortest timeout that the settings allow (5
 * minutes).
 */
const EVERY_MS = 2 * MINUTE_MS

/** Extends the session while the person does something, and notices when it has ended. */
export function useSessionRefresh(): void {
  useEffect(() => {
    let isActive = false
    const markActive = () => {
      isActive = true
    }
    const events = ['keydown', 'pointerdown', 'wheel'] as const
    for (const event of events) window.addEventListener(event, markActive, { passive: true })
    const timer = setInterval(() => {
      if (isActive && session.token()) void extend()
      isActive = false
    }, EVERY_MS)
    return () => {
      for (const event of events) window.removeEventListener(event, markActive)
      clearInterval(timer)
    }
  }, [])
}

async function extend() {
  try {
    const sessionId = session.sessionId() ?? (await currentSessionId())
    const reply = await call(identityCalls.refreshSession, { body: { sessionId } })
    const token = session.token()
    if (!reply.valid || !reply.user) return expire()
    if (token) session.signIn({ token, user: reply.user, ...(reply.session ? { session: reply.session } : {}) })
  } catch (error) {
    // Out of reach is not signed out: the next call will tell.
    if (isCallFailure(error) && error.status === 401) expire()
  }
}

const currentSessionId = async (): Promise<string> => (await call(identityCalls.me)).data.sessionId

/** Returns a failed refresh clears the login data (spec 2 §4); unsaved work stays on the page meanwhile. */
function expire() {
  if (!hasUnsaved()) session.signOut()
  else session.expire().catch(() => undefined)
}
