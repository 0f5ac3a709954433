import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** A new page starts at its top, or at the part its address names; Back leaves the place to the browser. */
export function ScrollToTop() {
  const { pathname, hash } = useLocation()
  const type = useNavigationType()
  const isFirst = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what this effect is for.
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    if (type === 'POP') return
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (target) target.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [pathname, hash, type])

  return null
}
