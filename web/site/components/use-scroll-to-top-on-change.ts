import { useEffect, useRef } from 'react'
import { useNavigationType } from '../router.tsx'

/**
 * Scrolls to the top after navigating to another view of the same page, as for another page. After Back, the browser
 * restores the position.
 */
export function useScrollToTopOnChange(view: string) {
  const type = useNavigationType()
  const lastView = useRef(view)
  useEffect(() => {
    if (lastView.current === view) return
    lastView.current = view
    if (type !== 'POP') window.scrollTo(0, 0)
  }, [view, type])
}
