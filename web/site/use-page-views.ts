import { useEffect } from 'react'
import { analyticsCalls } from '#contracts/analytics/calls.ts'

/**
 * Reports page views to the server: the path and the referring site, nothing about the visitor. Views inside a frame,
 * where an editor previews a draft, aren't reported.
 */
export function usePageViews(path: string): void {
  useEffect(() => {
    if (window.parent === window) sendPageView(path)
  }, [path])
}

let isReported = false

/** Sends a beacon: it has low priority, survives leaving the page, and fails silently. */
function sendPageView(path: string): void {
  // `document.referrer` doesn't change on navigation within the site, so it only counts for the first page.
  const referrer = isReported ? undefined : getReferrerHost()
  isReported = true
  const body = new Blob([JSON.stringify({ path, referrer })], { type: 'application/json' })
  navigator.sendBeacon?.(analyticsCalls.countPageView.path, body)
}

/** Returns the host of the referring page, if it is another site; the rest of its URL is not reported. */
function getReferrerHost(): string | undefined {
  const host = URL.parse(document.referrer)?.hostname
  return host === location.hostname ? undefined : host
}
