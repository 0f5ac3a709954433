import { useEffect, useState } from 'react'

/**
 * Returns the token in the fragment of a mailed link, and removes it from the URL and the history: `undefined` before
 * the URL is read, `null` if the URL has no token.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const readToken = () => {
      // The link was truncated if its token is empty.
      const newToken = new URLSearchParams(location.hash.slice(1)).get('token') || null
      setToken((currentToken) => newToken ?? currentToken ?? null)
      if (newToken) history.replaceState(history.state, '', location.pathname + location.search)
    }
    readToken()
    // The link of another mail may be opened while this page is open.
    window.addEventListener('hashchange', readToken)
    return () => window.removeEventListener('hashchange', readToken)
  }, [])
  return token
}
