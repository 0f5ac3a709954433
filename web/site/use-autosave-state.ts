import { useEffect, useSyncExternalStore } from 'react'

type Autosave<State> = {
  getState: () => State
  subscribe: (listener: () => void) => () => void
  flush: () => Promise<void>
  close: () => Promise<void>
}

/** Returns the state of an autosave, which sends what is left when the page is hidden or left, or the connection is back. */
export function useAutosaveState<State>({ getState, subscribe, flush, close }: Autosave<State>): State {
  const state = useSyncExternalStore(subscribe, getState, getState)
  useEffect(() => {
    const lifetime = new AbortController()
    const { signal } = lifetime
    const send = () => void flush()
    window.addEventListener('online', send, { signal })
    window.addEventListener('pagehide', send, { signal })
    // A tab in the background may be closed without notice.
    document.addEventListener('visibilitychange', send, { signal })
    return () => {
      lifetime.abort()
      void close()
    }
  }, [flush, close])
  return state
}
