import { identityCalls } from '#contracts/identity/calls.ts'
import { call } from '../../shared/call.ts'
import { getSession, onSessionChange } from './session.ts'
import { applyRefresh, getSessionId } from './session-changes.ts'

/** The minimum delay, also used if the server couldn't be reached or replied with a time in the past. */
const MIN_DELAY_MS = 60_000

/**
 * Extends the session while the page is visible: on load, and again after half of the remaining time. A background tab
 * lets it expire, as the timeout in the settings intends.
 */
export function startSessionRefresh(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastToken: string | null = null
  let isDue = false

  async function refresh() {
    clearTimeout(timer)
    const { token } = getSession()
    if (!token) return
    isDue = document.hidden
    if (isDue) return
    const delay = await refreshSession(token).catch(() => MIN_DELAY_MS)
    timer = setTimeout(refresh, Math.max(MIN_DELAY_MS, delay))
  }

  /** Returns the milliseconds until the next refresh. */
  async function refreshSession(token: string): Promise<number> {
    const sessionId = await getSessionId()
    if (sessionId === null) return 0
    const reply = await call(identityCalls.refreshSession, { body: { sessionId } })
    if (getSession().token !== token) return 0
    const { session, user } = reply
    applyRefresh(session && user ? { session, user } : null)
    return session ? (Date.parse(session.expiresAt) - Date.now()) / 2 : 0
  }

  document.addEventListener('visibilitychange', () => {
    if (isDue && !document.hidden) void refresh()
  })
  onSessionChange(() => {
    const { token } = getSession()
    if (token === lastToken) return
    lastToken = token
    void refresh()
  })
  lastToken = getSession().token
  void refresh()
}
