import { useEffect, useState } from 'react'

/**
 * Returns the secret that a mail's link brought behind its `#`, which is then taken out of the address and its history:
 * `undefined` until that was looked at, `null` if there is none.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const readToken = () => {
      const args = new URLSearchParams(location.hash.slice(1)).get('token')
      setToken((existing) => args ?? existing ?? null)
      if (args) history.replaceState(history.state, '', location.pathname + location.search)
    }
    readToken()
    // Another letter's link, opened if this page stands already.
    window.addEventListener('hashchange', readToken)
    return () => window.removeEventListener('hashchange', readToken)
  }, [])
  return token
}
