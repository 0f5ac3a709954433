import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from '../router.tsx'

/** After navigation: scrolls to the top or to the URL's fragment, and focuses the page's heading. */
export function PageStart() {
  useScrollToTop()
  useFocusOnHeading()
  return null
}

/**
 * A change of the query (a tab, a filter) leaves the page where it is; after Back the browser restores the scroll
 * position.
 */
function useScrollToTop() {
  const { pathname, hash } = useLocation()
  const type = useNavigationType()
  const last = useRef({ pathname, hash })

  useEffect(() => {
    const isSame = last.current.pathname === pathname && last.current.hash === hash
    last.current = { pathname, hash }
    if (isSame || type === 'POP') return
    const target = findTarget(hash)
    if (target) target.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [pathname, hash, type])
}

/** The heading exists once the page has its data. In a preview frame the focus stays in the editor. */
function useFocusOnHeading() {
  const { pathname, hash } = useLocation()
  const client = useQueryClient()
  const isFetching = useIsFetching() > 0
  const startedPath = useRef(pathname)

  useEffect(() => {
    if (startedPath.current === pathname || window.parent !== window) return
    const heading = findTarget(hash) ?? document.querySelector<HTMLElement>('main h1')
    // A page that failed to load has no heading.
    const start =
      heading ?? (isFetching || client.isFetching() > 0 ? null : document.querySelector<HTMLElement>('main'))
    if (!start) return
    startedPath.current = pathname
    start.tabIndex = -1
    start.focus({ preventScroll: true })
  }, [pathname, hash, isFetching, client])
}

const findTarget = (hash: string): HTMLElement | null =>
  hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
