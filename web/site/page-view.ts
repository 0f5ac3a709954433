import { useEffect } from 'react'
import { analyticsCalls } from '#contracts/analytics/calls.ts'

/**
 * Tells the server that a page was looked at: its path, and the site that led here; nothing of the visitor. Once for each
 * page that is gone to, the first included; not from inside a frame, where an editor looks at its own draft.
 */
export function usePageViews(path: string): void {
  useEffect(() => {
    if (window.parent === window) sendPageView(path)
  }, [path])
}

let isReported = false

/** A beacon is sent in idle time, outlives the page, and says nothing where it fails. */
function sendPageView(path: string): void {
  // `document.referrer` stays as it was while one goes on within the site: it led to the first page alone.
  const referrer = isReported ? undefined : getReferrerHost()
  isReported = true
  const body = new Blob([JSON.stringify({ path, referrer })], { type: 'application/json' })
  navigator.sendBeacon?.(analyticsCalls.countPageView.path, body)
}

/** The host of the page that linked here, where it is not ours; of its address nothing else is told. */
function getReferrerHost(): string | undefined {
  const host = URL.parse(document.referrer)?.hostname
  return host === location.hostname ? undefined : host
}
