/** The module of each page of the site, loaded on demand. The pages are declared in contracts. */
import { readPageQuery } from '#contracts/page-address.ts'
import { findSitePage, SITE_PAGES, type SitePageName } from '#contracts/paths.ts'
import type { PageMatch, SitePage } from './page.ts'

export type Route = {
  load(): Promise<{ page: SitePage }>
}

export const ROUTES: { readonly [Name in SitePageName]: Route & { load(): Promise<{ page: SitePage<Name> }> } } = {
  home: { load: () => import('./pages/home/home-page.tsx') },
  community: { load: () => import('./pages/community/community-page.tsx') },
  selection: { load: () => import('./pages/selection/selection-page.tsx') },
  search: { load: () => import('./pages/search/search-page.tsx') },
  products: {
    load: async () => ({ page: (await import('./pages/products/list/list-page.tsx')).agentListPage }),
  },
  product: {
    load: async () => ({ page: (await import('./pages/products/detail/product-page.tsx')).agentProductPage }),
  },
  ai: {
    load: async () => ({ page: (await import('./pages/products/list/list-page.tsx')).aiListPage }),
  },
  aiProduct: {
    load: async () => ({ page: (await import('./pages/products/detail/product-page.tsx')).aiProductPage }),
  },
  productReview: {
    load: async () => ({ page: (await import('./pages/member-reviews/write-page.tsx')).agentReviewPage }),
  },
  aiProductReview: {
    load: async () => ({ page: (await import('./pages/member-reviews/write-page.tsx')).aiReviewPage }),
  },
  ratingRules: {
    load: () => import('./pages/member-reviews/rating-rules-page.tsx'),
  },
  evaluation: {
    load: () => import('./pages/evaluation/evaluation-page.tsx'),
  },
  report: { load: () => import('./pages/evaluation/report-page.tsx') },
  verifyReport: {
    load: () => import('./pages/evaluation-verify/verify-page.tsx'),
  },
  methods: {
    load: () => import('./pages/evaluation-methods/methods-page.tsx'),
  },
  method: {
    load: () => import('./pages/evaluation-methods/method-page.tsx'),
  },
  vendorStatement: {
    load: () => import('./pages/vendor-statement/statement-page.tsx'),
  },
  marketMaps: {
    load: () => import('./pages/market-map/maps-page.tsx'),
  },
  marketMap: {
    load: () => import('./pages/market-map/map-page.tsx'),
  },
  exampleProject: {
    load: () => import('./pages/evaluation-projects/workbench/workbench-example-page.tsx'),
  },
  projectReading: {
    load: () => import('./pages/evaluation-projects/workbench/workbench-reading-page.tsx'),
  },
  evaluationProjects: {
    load: () => import('./pages/evaluation-projects/projects-page.tsx'),
  },
  evaluationProject: {
    load: () => import('./pages/evaluation-projects/project-page.tsx'),
  },
  judging: {
    load: () => import('./pages/evaluation-projects/judging/judging-page.tsx'),
  },
  submit: { load: () => import('./pages/submit/submit-page.tsx') },
  submissionStatus: {
    load: () => import('./pages/submission-status/submission-status-page.tsx'),
  },
  shortlistWizard: {
    load: () => import('./pages/shortlists/wizard-page.tsx'),
  },
  shortlist: { load: () => import('./pages/shortlists/shortlist-page.tsx') },
  my: { load: () => import('./pages/my/my-page.tsx') },
  mySubmissions: { load: () => import('./pages/my/my-submissions-page.tsx') },
  myProducts: { load: () => import('./pages/my/my-products-page.tsx') },
  myShortlists: {
    load: () => import('./pages/shortlists/my-shortlists-page.tsx'),
  },
  myEvents: { load: () => import('./pages/my/my-events-page.tsx') },
  privacy: {
    load: async () => ({ page: (await import('./pages/legal/legal-page.tsx')).privacyPage }),
  },
  terms: {
    load: async () => ({ page: (await import('./pages/legal/legal-page.tsx')).termsPage }),
  },
  setPassword: { load: () => import('./pages/account/set-password-page.tsx') },
  myReviews: {
    load: () => import('./pages/member-reviews/my-reviews-page.tsx'),
  },
  verifyEmail: { load: () => import('./pages/account/verify-email-page.tsx') },
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
export function subscribeToPageLoads(listener: () => void): () => void {
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
  const page = pages.get(route) ?? startLoad(route)
  pages.set(route, page)
  return page
}

function startLoad(route: Route): Promise<SitePage> {
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
  return loading
}

/** Has the page that the server has drawn stay as it is until somebody is interested. */
export function holdPage(route: Route, interest: Promise<void>): void {
  pages.set(
    route,
    interest.then(() => loadUntilThere(route)),
  )
}

/** A page that can be read is not taken away because its script doesn't come: the next press tries again. */
async function loadUntilThere(route: Route): Promise<SitePage> {
  for (;;) {
    const page = await startLoad(route).catch(() => undefined)
    if (page) return page
    await new Promise((resolve) => window.addEventListener('pointerdown', resolve, { once: true }))
  }
}

export function clearFailedLoads(): void {
  for (const route of failed) pages.delete(route)
  failed.clear()
}
