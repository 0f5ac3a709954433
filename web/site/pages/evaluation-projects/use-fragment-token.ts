import { useEffect, useState } from 'react'
import { JUDGE_LINK_MS } from '#contracts/limits.ts'
import { createStoredValue } from '../../stored-value.ts'

const TOKEN_FRAGMENT = /^#([\w-]{20,})$/
const isAlwaysExpected = () => true

/**
 * Returns the token of a URL's fragment, or the stored one if the URL has none or leads to a part of the page; `null` for
 * any other fragment: a damaged link must not show what an earlier one has opened.
 */
export function findToken(
  hash: string,
  { stored, isPartOfPage }: { stored: string | undefined; isPartOfPage: (id: string) => boolean },
): string | null {
  const token = TOKEN_FRAGMENT.exec(hash)?.[1]
  if (token) return token
  const id = hash.slice(1)
  return id === '' || isPartOfPage(id) ? (stored ?? null) : null
}

/**
 * Returns the token in the fragment of a link: `undefined` before the URL is read, or if no token `isExpected`; `null`
 * if there is none. The token is stored for the tab, as links within the page replace the fragment.
 */
export function useFragmentToken(storageKey: string, isExpected: () => boolean = isAlwaysExpected) {
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const storage = createStoredValue<string>(storageKey, JUDGE_LINK_MS, () => sessionStorage)
    // Without storage, the token stays in memory while the page is open.
    let current: string | undefined
    const isPartOfPage = (id: string) => document.getElementById(id) !== null
    const readToken = () => {
      const found = findToken(location.hash, { stored: current ?? storage.read(), isPartOfPage })
      if (found !== null && found !== current) storage.write(found)
      current = found ?? current
      setToken(found)
    }
    if (!isExpected()) return
    readToken()
    // Another link may be opened in the same tab.
    window.addEventListener('hashchange', readToken)
    return () => window.removeEventListener('hashchange', readToken)
  }, [storageKey, isExpected])
  return token
}
