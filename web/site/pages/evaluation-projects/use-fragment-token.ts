import { useEffect, useState } from 'react'
import { JUDGE_LINK_MS } from '#contracts/limits.ts'
import { createStoredValue } from '../../stored-value.ts'

const TOKEN_FRAGMENT = /^#([\w-]{20,})$/
const isAlwaysExpected = () => true

/**
 * Returns the token in the fragment of a link: `undefined` before the URL is read, or if no token `isExpected`; `null`
 * if there is none. The token is stored for the tab, as links within the page replace the fragment.
 */
export function useFragmentToken(storageKey: string, isExpected: () => boolean = isAlwaysExpected) {
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const storage = createStoredValue<string>(storageKey, JUDGE_LINK_MS, () => sessionStorage)
    const readToken = () => {
      const newToken = TOKEN_FRAGMENT.exec(location.hash)?.[1]
      if (newToken) storage.write(newToken)
      setToken((currentToken) => newToken ?? currentToken ?? storage.read() ?? null)
    }
    if (!isExpected()) return
    readToken()
    // Another link may be opened in the same tab.
    window.addEventListener('hashchange', readToken)
    return () => window.removeEventListener('hashchange', readToken)
  }, [storageKey, isExpected])
  return token
}
