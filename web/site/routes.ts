/** Maps each page to its module, which is loaded on demand. The pages are declared in contracts/paths.ts. */
import { parsePageQuery } from '#contracts/page-url.ts'
import { matchSitePage, SITE_PAGES, type SitePageName } from '#contracts/paths.ts'
import type { PageMatch, SitePage } from './page.ts'

export type Route<Name extends SitePageName = SitePageName> = { load(): Promise<{ page: SitePage<Name> }> }

export const ROUTES: { readonly [Name in SitePageName]: Route<Name> } = {
  home: { load: () => import('./pages/home/home-page.tsx') },
  community: { load: () => import('./pages/community/community-page.tsx') },
  selection: { load: () => import('./pages/selection/selection-page.tsx') },
  search: { load: () => import('./pages/search/search-page.tsx') },
  products: { load: async () => ({ page: (await import('./pages/products/list/list-page.tsx')).agentListPage }) },
  product: {
    load: async () => ({ page: (await import('./pages/products/detail/product-page.tsx')).agentProductPage }),
  },
  ai: { load: async () => ({ page: (await import('./pages/products/list/list-page.tsx')).aiListPage }) },
  aiProduct: { load: async () => ({ page: (await import('./pages/products/detail/product-page.tsx')).aiProductPage }) },
  productReview: {
    load: async () => ({ page: (await import('./pages/member-reviews/write-review-page.tsx')).agentReviewPage }),
  },
  aiProductReview: {
    load: async () => ({ page: (await import('./pages/member-reviews/write-review-page.tsx')).aiReviewPage }),
  },
  ratingRules: { load: () => import('./pages/member-reviews/rating-rules-page.tsx') },
  evaluation: { load: () => import('./pages/evaluation/evaluation-page.tsx') },
  report: { load: () => import('./pages/evaluation/report-page.tsx') },
  verifyReport: { load: () => import('./pages/evaluation-verify/verify-report-page.tsx') },
  methods: { load: () => import('./pages/evaluation-methods/methods-page.tsx') },
  method: { load: () => import('./pages/evaluation-methods/method-page.tsx') },
  vendorStatement: { load: () => import('./pages/vendor-statement/statement-page.tsx') },
  marketMaps: { load: () => import('./pages/market-map/maps-page.tsx') },
  marketMap: { load: () => import('./pages/market-map/map-page.tsx') },
  exampleProject: { load: () => import('./pages/evaluation-projects/workbench/example-project-page.tsx') },
  sharedProject: { load: () => import('./pages/evaluation-projects/workbench/read-only-project-page.tsx') },
  evaluationProjects: { load: () => import('./pages/evaluation-projects/projects-page.tsx') },
  evaluationProject: { load: () => import('./pages/evaluation-projects/project-page.tsx') },
  judging: { load: () => import('./pages/evaluation-projects/judging/judging-page.tsx') },
  submit: { load: () => import('./pages/submit/submit-page.tsx') },
  submissionStatus: { load: () => import('./pages/submission-status/submission-status-page.tsx') },
  shortlistWizard: { load: () => import('./pages/shortlists/wizard-page.tsx') },
  shortlist: { load: () => import('./pages/shortlists/shortlist-page.tsx') },
  my: { load: () => import('./pages/my/my-page.tsx') },
  myReviews: { load: () => import('./pages/member-reviews/my-reviews-page.tsx') },
  mySubmissions: { load: () => import('./pages/my/my-submissions-page.tsx') },
  myProducts: { load: () => import('./pages/my/my-products-page.tsx') },
  myShortlists: { load: () => import('./pages/shortlists/my-shortlists-page.tsx') },
  myEvents: { load: () => import('./pages/my/my-events-page.tsx') },
  myAccount: { load: () => import('./pages/my/account/account-page.tsx') },
  privacy: { load: async () => ({ page: (await import('./pages/legal/legal-page.tsx')).privacyPage }) },
  terms: { load: async () => ({ page: (await import('./pages/legal/legal-page.tsx')).termsPage }) },
  setPassword: { load: () => import('./pages/account/set-password-page.tsx') },
  verifyEmail: { load: () => import('./pages/account/verify-email-page.tsx') },
}

/** Matches a URL: returns its page and parameters, or `undefined` if there is no such page. */
export function matchRoute(path: string, search: URLSearchParams): PageMatch | undefined {
  const match = matchSitePage(path)
  return match && { ...match, query: parsePageQuery(SITE_PAGES[match.name].parameters, search) }
}
