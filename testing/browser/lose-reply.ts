import type { Page, Route } from '@playwright/test'

/** Lets the server handle a request, and drops its reply. A handler for `page.route`. */
export async function loseReply(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

/**
 * Loses the replies to the next requests to a URL. The route stays: Playwright would let the requests pass that are still
 * in flight when a route with `times` ends, so that these couldn't be aborted any more.
 */
export async function loseReplies(page: Page, url: string, count = 1): Promise<void> {
  let left = count
  await page.route(url, async (route) => {
    if (left === 0) return route.fallback()
    left -= 1
    await loseReply(route)
  })
}
