import { useEffect, useState } from 'react'

/**
 * Returns the token in the fragment of a mailed link, and removes it from the URL and its history. It is `undefined`
 * until the URL was read, `null` if there is none.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const readToken = () => {
      const secret = new URLSearchParams(location.hash.slice(1)).get('token')
      setToken((existing) => secret ?? existing ?? null)
      if (secret) history.replaceState(history.state, '', location.pathname + location.search)
    }
    readToken()
    // The link of another email may be opened while this page is open.
    window.addEventListener('hashchange', readToken)
    return () => window.removeEventListener('hashchange', readToken)
  }, [])
  return token
}
