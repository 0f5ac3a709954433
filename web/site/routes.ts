/** The module of each page of the site, loaded on demand. The pages are declared in contracts. */
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
  productReview: {
    module: 'member-reviews/write-page.tsx',
    load: async () => ({ page: (await import('./pages/member-reviews/write-page.tsx')).agentReviewPage }),
  },
  aiProductReview: {
    module: 'member-reviews/write-page.tsx',
    load: async () => ({ page: (await import('./pages/member-reviews/write-page.tsx')).aiReviewPage }),
  },
  ratingRules: {
    module: 'member-reviews/rating-rules-page.tsx',
    load: () => import('./pages/member-reviews/rating-rules-page.tsx'),
  },
  evaluation: {
    module: 'evaluation/evaluation-page.tsx',
    load: () => import('./pages/evaluation/evaluation-page.tsx'),
  },
  report: { module: 'evaluation/report-page.tsx', load: () => import('./pages/evaluation/report-page.tsx') },
  verifyReport: {
    module: 'evaluation-verify/verify-page.tsx',
    load: () => import('./pages/evaluation-verify/verify-page.tsx'),
  },
  methods: {
    module: 'evaluation-methods/methods-page.tsx',
    load: () => import('./pages/evaluation-methods/methods-page.tsx'),
  },
  method: {
    module: 'evaluation-methods/method-page.tsx',
    load: () => import('./pages/evaluation-methods/method-page.tsx'),
  },
  vendorStatement: {
    module: 'vendor-statement/statement-page.tsx',
    load: () => import('./pages/vendor-statement/statement-page.tsx'),
  },
  marketMaps: {
    module: 'market-map/maps-page.tsx',
    load: () => import('./pages/market-map/maps-page.tsx'),
  },
  marketMap: {
    module: 'market-map/map-page.tsx',
    load: () => import('./pages/market-map/map-page.tsx'),
  },
  exampleProject: {
    module: 'evaluation-projects/workbench-example-page.tsx',
    load: () => import('./pages/evaluation-projects/workbench-example-page.tsx'),
  },
  projectReading: {
    module: 'evaluation-projects/workbench-reading-page.tsx',
    load: () => import('./pages/evaluation-projects/workbench-reading-page.tsx'),
  },
  evaluationProjects: {
    module: 'evaluation-projects/projects-page.tsx',
    load: () => import('./pages/evaluation-projects/projects-page.tsx'),
  },
  evaluationProject: {
    module: 'evaluation-projects/project-page.tsx',
    load: () => import('./pages/evaluation-projects/project-page.tsx'),
  },
  judging: {
    module: 'evaluation-projects/judging-page.tsx',
    load: () => import('./pages/evaluation-projects/judging-page.tsx'),
  },
  submit: { module: 'submit/submit-page.tsx', load: () => import('./pages/submit/submit-page.tsx') },
  submissionStatus: {
    module: 'submission-status/submission-status-page.tsx',
    load: () => import('./pages/submission-status/submission-status-page.tsx'),
  },
  shortlistWizard: {
    module: 'shortlists/wizard-page.tsx',
    load: () => import('./pages/shortlists/wizard-page.tsx'),
  },
  shortlist: { module: 'shortlists/shortlist-page.tsx', load: () => import('./pages/shortlists/shortlist-page.tsx') },
  myShortlists: {
    module: 'shortlists/my-shortlists-page.tsx',
    load: () => import('./pages/shortlists/my-shortlists-page.tsx'),
  },
  myEvents: { module: 'my/my-events-page.tsx', load: () => import('./pages/my/my-events-page.tsx') },
  privacy: {
    module: 'legal/legal-page.tsx',
    load: async () => ({ page: (await import('./pages/legal/legal-page.tsx')).privacyPage }),
  },
  terms: {
    module: 'legal/legal-page.tsx',
    load: async () => ({ page: (await import('./pages/legal/legal-page.tsx')).termsPage }),
  },
  setPassword: { module: 'account/set-password-page.tsx', load: () => import('./pages/account/set-password-page.tsx') },
  myReviews: {
    module: 'member-reviews/my-reviews-page.tsx',
    load: () => import('./pages/member-reviews/my-reviews-page.tsx'),
  },
  verifyEmail: { module: 'account/verify-email-page.tsx', load: () => import('./pages/account/verify-email-page.tsx') },
}

/** Returns the page of an address and what the address says, or `undefined` if there is no such page. */
export function matchRoute(path: string, search: URLSearchParams): PageMatch | undefined {
  const match = findSitePage(path)
  return match && { ...match, query: readPageQuery(SITE_PAGES[match.name].parameters, search) }
}

let loadsUnderWay = 0
const listeners = new Set<() => void>()

/** A load may begin while React renders, which must not be told of it before it has ended. */
function countLoad(change: 1 | -1) {
  loadsUnderWay += change
  queueMicrotask(() => {
    for (const listener of listeners) listener()
  })
}

export const isPageLoading = (): boolean => loadsUnderWay > 0

/** Calls a function whenever a page's module begins or ends to load. Returns an unsubscribe function. */
export function watchPageLoads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const loaded = new Map<Route, SitePage>()
const pages = new Map<Route, Promise<SitePage>>()
const failed = new Set<Route>()

let styles: Promise<unknown> = Promise.resolve()

/** Has pages that are loaded from now on wait for their styles. */
export function showPagesAfter(loading: Promise<unknown>): void {
  styles = loading
}

export const loadedPage = (route: Route): SitePage | undefined => loaded.get(route)

/**
 * Loads a route's page once; asking again gives the same promise, also if that failed: React asks at every render, and
 * would otherwise load again and again. `clearFailedLoads` lets it be tried again.
 */
export function loadPage(route: Route): Promise<SitePage> {
  const page = pages.get(route)
  if (page) return page
  countLoad(1)
  const loading = route
    .load()
    .then(async ({ page }) => {
      await styles
      loaded.set(route, page)
      return page
    })
    .finally(() => countLoad(-1))
  loading.catch(() => failed.add(route))
  pages.set(route, loading)
  return loading
}

export function clearFailedLoads(): void {
  for (const route of failed) pages.delete(route)
  failed.clear()
}
