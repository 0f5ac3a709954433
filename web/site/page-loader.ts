/** Loads the pages of routes, each once, and remembers which of them are loaded or have failed. */
import type { SitePage } from './page.ts'
import { trackLoad } from './pending-loads.ts'
import type { Route } from './routes.ts'

const loadedPages = new Map<Route, SitePage>()
const pagePromises = new Map<Route, Promise<SitePage>>()
const failedRoutes = new Set<Route>()

export const getLoadedPage = (route: Route): SitePage | undefined => loadedPages.get(route)

/**
 * Loads a route's page once and returns the same promise on every call, even if it was rejected: React calls this on
 * every render, and would otherwise retry in a loop. `clearFailedLoads` allows a retry.
 */
export function loadPage(route: Route): Promise<SitePage> {
  const page = pagePromises.get(route) ?? startLoading(route)
  pagePromises.set(route, page)
  return page
}

function startLoading(route: Route): Promise<SitePage> {
  const loading = trackLoad(
    route.load().then(({ page }) => {
      loadedPages.set(route, page)
      return page
    }),
  )
  loading.catch(() => failedRoutes.add(route))
  return loading
}

/** Defers loading, and thereby hydrating, the server-rendered page until the visitor interacts with it. */
export function deferPage(route: Route, interaction: Promise<void>): void {
  pagePromises.set(
    route,
    interaction.then(() => loadWithRetry(route)),
  )
}

/** Retries on each press until the script is loaded, as an error must not replace a readable page. */
async function loadWithRetry(route: Route): Promise<SitePage> {
  for (;;) {
    const page = await startLoading(route).catch(() => undefined)
    if (page) return page
    await new Promise((resolve) => window.addEventListener('pointerdown', resolve, { once: true }))
  }
}

export const hasFailedLoads = (): boolean => failedRoutes.size > 0

export function clearFailedLoads(): void {
  for (const route of failedRoutes) pagePromises.delete(route)
  failedRoutes.clear()
}
