/** Maps each page to its module, which is loaded on demand. The pages are declared in contracts/paths.ts. */
import type { SitePageName } from '#contracts/paths.ts'
import { createLazyImport, type LazyImport } from './lazy-import.ts'
import type { SitePage } from './page.ts'
import { trackLoad } from './pending-loads.ts'

export type Route<Name extends SitePageName = SitePageName> = LazyImport<SitePage<Name>>

const createRoute = <Name extends SitePageName>(importPage: () => Promise<{ page: SitePage<Name> }>): Route<Name> =>
  createLazyImport(async () => (await trackLoad(importPage())).page)

export const ROUTES: { readonly [Name in SitePageName]: Route<Name> } = {
  home: createRoute(() => import('./pages/home/home-page.tsx')),
  community: createRoute(() => import('./pages/community/community-page.tsx')),
  selection: createRoute(() => import('./pages/selection/selection-page.tsx')),
  search: createRoute(() => import('./pages/search/search-page.tsx')),
  products: createRoute(async () => ({ page: (await import('./pages/products/list/list-page.tsx')).agentListPage })),
  product: createRoute(async () => ({
    page: (await import('./pages/products/detail/product-page.tsx')).agentProductPage,
  })),
  ai: createRoute(async () => ({ page: (await import('./pages/products/list/list-page.tsx')).aiListPage })),
  aiProduct: createRoute(async () => ({
    page: (await import('./pages/products/detail/product-page.tsx')).aiProductPage,
  })),
  alternatives: createRoute(async () => ({
    page: (await import('./pages/products/alternatives/alternatives-page.tsx')).agentAlternativesPage,
  })),
  aiAlternatives: createRoute(async () => ({
    page: (await import('./pages/products/alternatives/alternatives-page.tsx')).aiAlternativesPage,
  })),
  productReview: createRoute(async () => ({
    page: (await import('./pages/member-reviews/write-review-page.tsx')).agentReviewPage,
  })),
  aiProductReview: createRoute(async () => ({
    page: (await import('./pages/member-reviews/write-review-page.tsx')).aiReviewPage,
  })),
  ratingRules: createRoute(() => import('./pages/member-reviews/rating-rules-page.tsx')),
  evaluation: createRoute(() => import('./pages/evaluation/evaluation-page.tsx')),
  report: createRoute(() => import('./pages/evaluation/report-page.tsx')),
  verifyReport: createRoute(() => import('./pages/evaluation-verify/verify-report-page.tsx')),
  methods: createRoute(() => import('./pages/evaluation-methods/methods-page.tsx')),
  method: createRoute(() => import('./pages/evaluation-methods/method-page.tsx')),
  vendorStatement: createRoute(() => import('./pages/vendor-statement/statement-page.tsx')),
  marketMaps: createRoute(() => import('./pages/market-map/maps-page.tsx')),
  marketMap: createRoute(() => import('./pages/market-map/map-page.tsx')),
  questionBanks: createRoute(() => import('./pages/question-banks/banks-page.tsx')),
  exampleProject: createRoute(() => import('./pages/evaluation-projects/workbench/example-project-page.tsx')),
  sharedProject: createRoute(() => import('./pages/evaluation-projects/workbench/read-only-project-page.tsx')),
  evaluationProjects: createRoute(() => import('./pages/evaluation-projects/projects-page.tsx')),
  evaluationProject: createRoute(() => import('./pages/evaluation-projects/project-page.tsx')),
  judging: createRoute(() => import('./pages/evaluation-projects/judging/judging-page.tsx')),
  submit: createRoute(() => import('./pages/submit/submit-page.tsx')),
  submissionStatus: createRoute(() => import('./pages/submission-status/submission-status-page.tsx')),
  shortlistWizard: createRoute(() => import('./pages/shortlists/wizard-page.tsx')),
  shortlist: createRoute(() => import('./pages/shortlists/shortlist-page.tsx')),
  my: createRoute(() => import('./pages/my/my-page.tsx')),
  myQuestions: createRoute(() => import('./pages/product-questions/my-questions-page.tsx')),
  myReviews: createRoute(() => import('./pages/member-reviews/my-reviews-page.tsx')),
  mySubmissions: createRoute(() => import('./pages/my/my-submissions-page.tsx')),
  myProducts: createRoute(() => import('./pages/my/my-products-page.tsx')),
  myShortlists: createRoute(() => import('./pages/shortlists/my-shortlists-page.tsx')),
  inquiries: createRoute(() => import('./pages/inquiries/inquiries-page.tsx')),
  inquiry: createRoute(() => import('./pages/inquiries/inquiry-page.tsx')),
  receivedInquiries: createRoute(() => import('./pages/inquiries/received-inquiries-page.tsx')),
  inquiryAnswering: createRoute(() => import('./pages/inquiries/answering-page.tsx')),
  productFigures: createRoute(() => import('./pages/product-figures/figures-page.tsx')),
  myOrganisations: createRoute(() => import('./pages/organisations/organisations-page.tsx')),
  myEvents: createRoute(() => import('./pages/my/my-events-page.tsx')),
  following: createRoute(() => import('./pages/following/following-page.tsx')),
  myQuestionBanks: createRoute(() => import('./pages/question-banks/my-banks-page.tsx')),
  myAccount: createRoute(() => import('./pages/my/account/account-page.tsx')),
  privacy: createRoute(async () => ({ page: (await import('./pages/legal/legal-page.tsx')).privacyPage })),
  terms: createRoute(async () => ({ page: (await import('./pages/legal/legal-page.tsx')).termsPage })),
  setPassword: createRoute(() => import('./pages/account/set-password-page.tsx')),
  companySignIn: createRoute(() => import('./pages/account/company-sign-in-page.tsx')),
  unsubscribe: createRoute(() => import('./pages/unsubscribe/unsubscribe-page.tsx')),
  verifyEmail: createRoute(() => import('./pages/account/verify-email-page.tsx')),
}
