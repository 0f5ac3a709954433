import { useEffect, useRef } from 'react'
import { useNavigationType } from '../router.tsx'

/**
 * Scrolls to the top after navigating to another view of the same page, as if it were another page. After going back,
 * the browser restores the position.
 */
export function useScrollToTopOnChange(view: string) {
  const navigationType = useNavigationType()
  const previousView = useRef(view)
  useEffect(() => {
    if (previousView.current === view) return
    previousView.current = view
    if (navigationType !== 'POP') window.scrollTo(0, 0)
  }, [view, navigationType])
}
