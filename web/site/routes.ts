/** Every page of the site: its path, and the module that holds it, loaded when it is needed. */
import { PAGES } from '#contracts/paths.ts'
import type { PageMatch, SitePage } from './page.ts'
import { pathParameters } from './path-parameters.ts'

export type Route = {
  path: string
  /** The module's source, by which the build's manifest knows its chunk. */
  module: string
  load(): Promise<{ page: SitePage }>
}

const route = (path: string, module: string, load: Route['load']): Route => ({
  path,
  module: `web/site/pages/${module}`,
  load,
})

export const ROUTES: readonly Route[] = [
  route('/', 'home/home-page.tsx', () => import('./pages/home/home-page.tsx')),
  route('/community', 'community/community-page.tsx', () => import('./pages/community/community-page.tsx')),
  route('/selection', 'selection/selection-page.tsx', () => import('./pages/selection/selection-page.tsx')),
  route('/submit', 'submit/submit-page.tsx', () => import('./pages/submit/submit-page.tsx')),
  route(
    '/submit/status',
    'submission-status/submission-status-page.tsx',
    () => import('./pages/submission-status/submission-status-page.tsx'),
  ),
  route(PAGES.setPassword, 'account/set-password-page.tsx', () => import('./pages/account/set-password-page.tsx')),
  route(PAGES.verifyEmail, 'account/verify-email-page.tsx', () => import('./pages/account/verify-email-page.tsx')),
  route('/evaluation', 'evaluation/evaluation-page.tsx', () => import('./pages/evaluation/evaluation-page.tsx')),
  route(
    '/evaluation/reports/:reportId',
    'evaluation/report-page.tsx',
    () => import('./pages/evaluation/report-page.tsx'),
  ),
  route('/products', 'products/agent-list-page.tsx', () => import('./pages/products/agent-list-page.tsx')),
  route('/products/:id', 'products/agent-product-page.tsx', () => import('./pages/products/agent-product-page.tsx')),
  route('/78ai', 'products/ai-list-page.tsx', () => import('./pages/products/ai-list-page.tsx')),
  route('/78ai/:id', 'products/ai-product-page.tsx', () => import('./pages/products/ai-product-page.tsx')),
]

/** The route of an address and what it binds, or `undefined` where there is no such page. */
export function matchRoute(path: string, search: URLSearchParams): { route: Route; match: PageMatch } | undefined {
  for (const candidate of ROUTES) {
    const params = pathParameters(candidate.path, path)
    if (params) return { route: candidate, match: { params, search, path } }
  }
  return undefined
}

const loaded = new Map<string, SitePage>()
const loading = new Map<string, Promise<SitePage>>()
const failed = new Set<string>()

export const loadedPage = (of: Route): SitePage | undefined => loaded.get(of.path)

/**
 * Loads a route's page once; asking again gives the same promise, also where that failed: React asks at every render,
 * and would otherwise load again and again. `forgetFailedLoads` lets it be tried again.
 */
export function loadPage(of: Route): Promise<SitePage> {
  const known = loading.get(of.path)
  if (known) return known
  const promise = of.load().then(({ page }) => {
    loaded.set(of.path, page)
    return page
  })
  promise.catch(() => failed.add(of.path))
  loading.set(of.path, promise)
  return promise
}

export function forgetFailedLoads(): void {
  for (const path of failed) loading.delete(path)
  failed.clear()
}
