import type { Route } from '@playwright/test'

/**
 * Lets the server handle a request, and drops its reply. A handler for `page.route`, with `{ times: 1 }` to lose only
 * the first reply.
 */
export async function loseReply(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}
