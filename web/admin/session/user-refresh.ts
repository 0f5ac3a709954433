import type { User } from '#contracts/identity/account.ts'
import type { SessionStore } from './session-store.ts'

type RefreshedSession = Pick<SessionStore, 'getToken' | 'setUser'>

/**
 * Creates a function that loads the signed-in user again, because an administrator may have changed their role. Calls
 * during a refresh share it. A failure is ignored, since the session is extended, and the user loaded, from time to time.
 */
export function createUserRefresh(session: RefreshedSession, load: () => Promise<User>): () => Promise<void> {
  let running: Promise<void> | undefined

  async function refresh() {
    const token = session.getToken()
    const user = await load().catch(() => undefined)
    // The reply is ignored if the user has signed in or out in the meantime.
    if (user && token === session.getToken()) session.setUser(user)
    running = undefined
  }

  return () => {
    running ??= refresh()
    return running
  }
}
