/** The module that draws each page of the site, loaded when it is needed. What the pages are stands in contracts. */
import { readPageQuery } from '#contracts/page-address.ts'
import { findSitePage, SITE_PAGES, type SitePageName } from '#contracts/paths.ts'
import type { PageMatch, SitePage } from './page.ts'

export type Route = {
  /** The module's source below `pages/`, by which the build's manifest knows its chunk. */
  module: string
  load(): Promise<{ page: SitePage }>
}

export const ROUTES: { readonly [Name in SitePageName]: Route & { load(): Promise<{ page: SitePage<Name> }> } } = {
  home: { module: 'home/home-page.tsx', load: () => import('./pages/home/home-page.tsx') },
  community: { module: 'community/community-page.tsx', load: () => import('./pages/community/community-page.tsx') },
  selection: { module: 'selection/selection-page.tsx', load: () => import('./pages/selection/selection-page.tsx') },
  products: {
    module: 'products/list-page.tsx',
    load: async () => ({ page: (await import('./pages/products/list-page.tsx')).agentListPage }),
  },
  product: {
    module: 'products/product-page.tsx',
    load: async () => ({ page: (await import('./pages/products/product-page.tsx')).agentProductPage }),
  },
  ai: {
    module: 'products/list-page.tsx',
    load: async () => ({ page: (await import('./pages/products/list-page.tsx')).aiListPage }),
  },
  aiProduct: {
    module: 'products/product-page.tsx',
    load: async () => ({ page: (await import('./pages/products/product-page.tsx')).aiProductPage }),
  },
  evaluation: {
    module: 'evaluation/evaluation-page.tsx',
    load: () => import('./pages/evaluation/evaluation-page.tsx'),
  },
  report: { module: 'evaluation/report-page.tsx', load: () => import('./pages/evaluation/report-page.tsx') },
  submit: { module: 'submit/submit-page.tsx', load: () => import('./pages/submit/submit-page.tsx') },
  submissionStatus: {
    module: 'submission-status/submission-status-page.tsx',
    load: () => import('./pages/submission-status/submission-status-page.tsx'),
  },
  setPassword: { module: 'account/set-password-page.tsx', load: () => import('./pages/account/set-password-page.tsx') },
  verifyEmail: { module: 'account/verify-email-page.tsx', load: () => import('./pages/account/verify-email-page.tsx') },
}

/** Returns the page of an address and what the address says, or `undefined` if there is no such page. */
export function matchRoute(path: string, search: URLSearchParams): PageMatch | undefined {
  const match = findSitePage(path)
  return match && { ...match, query: readPageQuery(SITE_PAGES[match.name].parameters, search) }
}

const loaded = new Map<Route, SitePage>()
const pages = new Map<Route, Promise<SitePage>>()
const failed = new Set<Route>()

export const loadedPage = (route: Route): SitePage | undefined => loaded.get(route)

/**
 * Loads a route's page once; asking again gives the same promise, also if that failed: React asks at every render, and
 * would otherwise load again and again. `clearFailedLoads` lets it be tried again.
 */
export function loadPage(route: Route): Promise<SitePage> {
  const page = pages.get(route)
  if (page) return page
  const loading = route.load().then(({ page }) => {
    loaded.set(route, page)
    return page
  })
  loading.catch(() => failed.add(route))
  pages.set(route, loading)
  return loading
}

export function clearFailedLoads(): void {
  for (const route of failed) pages.delete(route)
  failed.clear()
}
