import { useCallback, useEffect, useState } from 'react'
import { DAY_MS } from '#contracts/durations.ts'
import { createStoredValue } from '../../stored-value.ts'

/** The server decides how long a link is valid; this only keeps a forgotten tab from holding its token for good. */
const STORED_TOKEN_MS = DAY_MS

const createStorage = () =>
  createStoredValue<string>(`zhijian.link-token:${location.pathname}`, STORED_TOKEN_MS, () => sessionStorage)

export type LinkToken = {
  /** `undefined` before the URL is read, `null` if there is no token. */
  token: string | null | undefined
  /** Must be called when the token has been used or rejected. */
  forget: () => void
}

/**
 * Returns the token in the fragment of a mailed link, and removes it from the URL and the history. Until it is used, it
 * is stored for the tab, so that the page can be reloaded.
 */
export function useLinkToken(): LinkToken {
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const storage = createStorage()
    const readToken = () => {
      // The link was truncated if its token is empty.
      const newToken = new URLSearchParams(location.hash.slice(1)).get('token') || null
      setToken((currentToken) => newToken ?? currentToken ?? storage.read() ?? null)
      if (!newToken) return
      storage.write(newToken)
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    readToken()
    // The link of another mail may be opened while this page is open.
    window.addEventListener('hashchange', readToken)
    return () => window.removeEventListener('hashchange', readToken)
  }, [])
  const forget = useCallback(() => void createStorage().clear(), [])
  return { token, forget }
}
