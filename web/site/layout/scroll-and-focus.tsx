import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from '../router.tsx'

/** After navigation, scrolls to the top or to the URL's fragment, and focuses the page's heading. */
export function ScrollAndFocus() {
  useScrollToTop()
  useFocusOnHeading()
  return null
}

/**
 * Scrolls to the fragment or to the top, except if only the query has changed (a tab, a filter), or after going back,
 * when the browser restores the position.
 */
function useScrollToTop() {
  const { pathname, hash } = useLocation()
  const navigationType = useNavigationType()
  const previousUrl = useRef({ pathname, hash })

  // Before the paint: a page shorter than the previous one would be shown from its footer for a frame.
  useLayoutEffect(() => {
    const isSame = previousUrl.current.pathname === pathname && previousUrl.current.hash === hash
    previousUrl.current = { pathname, hash }
    if (isSame || navigationType === 'POP') return
    const target = findFragmentTarget(hash)
    if (target) target.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [pathname, hash, navigationType])
}

/**
 * Focuses the heading or the fragment's target after navigation, once it is rendered, and scrolls to a target that was
 * still missing in `useScrollToTop`. In a preview frame, the focus stays in the editor.
 */
function useFocusOnHeading() {
  const { pathname, hash } = useLocation()
  const navigationType = useNavigationType()
  const client = useQueryClient()
  const isFetching = useIsFetching() > 0
  const focusedPath = useRef(pathname)

  useEffect(() => {
    if (focusedPath.current === pathname || window.parent !== window) return
    const target = findFragmentTarget(hash)
    const heading = target ?? document.querySelector<HTMLElement>('main h1')
    // A page that failed to load has no heading.
    const focusTarget =
      heading ?? (isFetching || client.isFetching() > 0 ? null : document.querySelector<HTMLElement>('main'))
    if (!focusTarget) return
    focusedPath.current = pathname
    focusTarget.tabIndex = -1
    focusTarget.focus({ preventScroll: true })
    if (target && navigationType !== 'POP') target.scrollIntoView()
  }, [pathname, hash, isFetching, navigationType, client])
}

const findFragmentTarget = (hash: string): HTMLElement | null =>
  hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
