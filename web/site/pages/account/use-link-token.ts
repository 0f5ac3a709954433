import { useEffect, useState } from 'react'

/**
 * The secret that a letter's link brought behind its `#`, which is then taken out of the address and its history:
 * `undefined` until that was looked at, `null` where there is none.
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
    // Another letter's link, opened where this page stands already.
    window.addEventListener('hashchange', readToken)
    return () => window.removeEventListener('hashchange', readToken)
  }, [])
  return token
}
