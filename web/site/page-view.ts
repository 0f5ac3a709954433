import { useEffect } from 'react'
import { PAGE_VIEWS_PATH } from '#contracts/paths.ts'

/**
 * Tells the server that a page was looked at: its path, and nothing of the visitor. Once for each page that is gone to,
 * the first included; not from inside a frame, where an editor looks at its own draft.
 */
export function usePageViews(path: string): void {
  useEffect(() => {
    if (window.parent === window) tell(path)
  }, [path])
}

/** A beacon is sent in idle time, outlives the page, and says nothing where it fails. */
function tell(path: string): void {
  const body = new Blob([JSON.stringify({ path })], { type: 'application/json' })
  navigator.sendBeacon?.(PAGE_VIEWS_PATH, body)
}
