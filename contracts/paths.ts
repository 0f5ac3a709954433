import { COMPARED_PRODUCTS_MAX } from './limits.ts'
import {
  flag,
  idList,
  inBrowser,
  matchPath,
  oneOf,
  type PageParameter,
  type PageParameters,
  pageNumber,
  text,
} from './page-address.ts'
import { isEveryOption } from './rules/product-filter.ts'
import { type DocumentKind, PRODUCT_SORTS } from './vocabulary.ts'

/** A page of either front. A `:name` of its path stands for what its address binds. */
export type Page<Parameters extends PageParameters = PageParameters> = {
  path: string
  /** What it is called where nothing else has been written. */
  title: string
  parameters: Parameters
}

/** Declares a page. */
export const page = <Parameters extends PageParameters>(
  path: string,
  title: string,
  parameters: Parameters,
): Page<Parameters> => ({
  path,
  title,
  parameters,
})

/** A filter of a catalogue's list; 全部 filters nothing. */
const filter: PageParameter<string> = {
  read: (typed) => (isEveryOption(text().read(typed)) ? '' : text().read(typed)),
  write: (value) => value,
}
const LIST_PARAMETERS = {
  search: text(),
  category: filter,
  price: filter,
  type: filter,
  sort: oneOf(...PRODUCT_SORTS),
  order: oneOf('desc', 'asc'),
  page: pageNumber(),
  compare: idList(COMPARED_PRODUCTS_MAX),
  view: oneOf('list', 'compare'),
  /** Whether a comparison shows only what differs. */
  diff: flag,
} as const
const PRODUCT_PARAMETERS = { tab: oneOf('overview', 'specs', 'reviews') } as const

/** Every page of the public site, once. `web/site/routes.ts` says which module draws each. */
export const SITE_PAGES = {
  home: page('/', '首页', {}),
  community: page('/community', 'CIO社区', {
    tab: oneOf('overview', 'events', 'members', 'join'),
    member: text(),
    join: oneOf('', 'open'),
  }),
  /** A package by its name. */
  selection: page('/selection', '选型咨询', { package: text() }),
  products: page('/products', '智能体产品', LIST_PARAMETERS),
  product: page('/products/:id', '智能体产品', PRODUCT_PARAMETERS),
  ai: page('/78ai', '78AI', LIST_PARAMETERS),
  aiProduct: page('/78ai/:id', '78AI', PRODUCT_PARAMETERS),
  evaluation: page('/evaluation', '专业评估', { view: oneOf('framework', 'tool') }),
  report: page('/evaluation/reports/:reportId', '评估报告', {}),
  submit: page('/submit', '提交产品', {}),
  submissionStatus: page('/submit/status', '查询提交状态', { receipt: inBrowser(text()) }),
  /** Where a link of a mail leads: it sets a password, or proves an address. The secret stands behind the `#`. */
  setPassword: page('/account/password', '设置密码', {}),
  verifyEmail: page('/account/verify', '验证邮箱', {}),
} as const
export type SitePageName = keyof typeof SITE_PAGES

/** Returns the page of an address's path and what it binds, or `undefined` if there is none. */
export function findSitePage(path: string): { name: SitePageName; params: Record<string, string> } | undefined {
  for (const name of SITE_PAGE_NAMES) {
    const params = matchPath(SITE_PAGES[name].path, path)
    if (params) return { name, params }
  }
  return undefined
}
const SITE_PAGE_NAMES = Object.keys(SITE_PAGES) as SitePageName[]

/** The addresses of the public site's pages. */
export const PAGES = {
  ...pathsOf(SITE_PAGES),
  product: (idOrName: string) => fillPath(SITE_PAGES.product.path, { id: idOrName }),
  aiProduct: (name: string) => fillPath(SITE_PAGES.aiProduct.path, { id: name }),
  report: (reportId: string) => fillPath(SITE_PAGES.report.path, { reportId }),
} as const

/** Every call of the public site; a `:name` stands for a path's parameter. */
export const API = {
  login: '/api/auth/login',
  register: '/api/auth/register',
  profile: '/api/auth/profile',
  loginTwoFactor: '/api/auth/login/two-factor',
  twoFactor: '/api/auth/two-factor',
  twoFactorConfirm: '/api/auth/two-factor/confirm',
  twoFactorRecoveryCodes: '/api/auth/two-factor/recovery-codes',
  ownPassword: '/api/auth/password',
  me: '/api/auth/me',
  logout: '/api/auth/logout',
  refreshSession: '/api/auth/refresh-session',
  sessions: '/api/auth/sessions',
  session: '/api/auth/sessions/:id',
  site: '/api/site',
  logo: '/api/logo/current',
  appDownload: '/api/app-download/current',
  servicePackages: '/api/service-packages',
  successCases: '/api/success-cases',
  consultation: '/api/consultation',
  productsList: '/api/products-list',
  productsFilters: '/api/products-filters',
  productDetail: '/api/product-detail/:id',
  activeQrCodes: '/api/qrcode/active',
  scanQrCode: '/api/qrcode/:id/scan',
  evaluationCategories: '/api/evaluation-categories',
  evaluationExamples: '/api/evaluation-examples',
  evaluationTool: '/api/evaluation-tool',
  evaluationCalculate: '/api/evaluation-calculate',
  evaluationReport: '/api/evaluation-report',
  evaluationReports: '/api/evaluation-reports/:id',
  evaluationServiceRequest: '/api/evaluation-service-request',
  downloadAttachment: '/api/download-evaluation-attachment',
  submissions: '/api/submissions',
  submissionStatus: '/api/submissions/status',
  submissionFileUpload: '/api/submissions/files',
  aiProducts: '/api/ai-products',
  forgotPassword: '/api/auth/password/forgotten',
  passwordByLink: '/api/auth/password/by-link',
  verifyEmail: '/api/auth/email/verified',
  resendVerification: '/api/auth/email/verification',
  openapi: '/api/openapi.json',
  docs: '/api/docs',
} as const

/** Calls of the back office; `:kind` is a document's. A page view is told by the site, too. */
export const ADMIN_API = {
  revisions: '/api/content/:kind/revisions',
  revision: '/api/content/:kind/revisions/:revision',
  restoreRevision: '/api/content/:kind/revisions/:revision/restore',
  presence: '/api/content/:kind/presence',
  qrCodes: '/api/qrcode/all',
  qrCode: '/api/qrcode/:id',
  qrCodeOrder: '/api/qrcode/order',
  qrCodeUpload: '/api/qrcode/upload',
  avatarUpload: '/api/avatar/community/upload',
  upload: '/api/upload',
  attachmentUpload: '/api/upload-evaluation-attachment',
  attachmentDelete: '/api/delete-evaluation-attachment',
  audit: '/api/audit',
  dashboard: '/api/dashboard',
  submissionPage: '/api/submissions/page',
  submission: '/api/submissions/:id',
  submissionReview: '/api/submissions/:id/review',
  submissionNotes: '/api/submissions/:id/notes',
  submissionFile: '/api/submissions/:id/files/:fileId',
  /** `:catalogue` is `agent` or `ai`. */
  products: '/api/products/:catalogue',
  product: '/api/products/:catalogue/:id',
  productRestore: '/api/products/:catalogue/:id/restore',
  productsRecycled: '/api/products/:catalogue/recycled',
  productsBulk: '/api/products/:catalogue/bulk',
  productsImport: '/api/products/:catalogue/import',
  productsExport: '/api/products/:catalogue/export',
  aiProduct: '/api/ai-products/:id',
  leads: '/api/leads',
  lead: '/api/leads/:id',
  leadsExport: '/api/leads/export',
  /** What visitors say of products, of both catalogues. */
  reviews: '/api/reviews',
  review: '/api/reviews/:id',
  users: '/api/users',
  user: '/api/users/:id',
  userStatus: '/api/users/:id/status',
  userPassword: '/api/users/:id/reset-password',
  userInvitation: '/api/users/:id/invitation',
  emailConfig: '/api/email/config',
  emailTest: '/api/email/test',
  emailPreview: '/api/email/preview',
  outbox: '/api/email/outbox',
  outboxRetry: '/api/email/outbox/:id/retry',
  logoUpload: '/api/logo/upload',
  logoReset: '/api/logo/reset',
  appDownloadUpdate: '/api/app-download/update',
  appDownloadReset: '/api/app-download/reset',
  settings: '/api/settings',
  settingsPart: '/api/settings/:part',
  system: '/api/system',
  analytics: '/api/analytics',
  analyticsExport: '/api/analytics/export',
} as const

export const PAGE_VIEWS_PATH = '/api/page-views'

/** The call that reads and saves a content document. */
export const DOCUMENT_PATHS: Record<DocumentKind, string> = {
  home: '/api/home-content',
  community: '/api/community-content',
  selection: '/api/selection-content',
  products: '/api/products-content',
  ai: '/api/ai-content',
  evaluation: '/api/evaluation-content',
  submit: '/api/submit-content',
}

/** Fills a path's parameters: `fillPath('/api/qrcode/:id/scan', { id })`. */
export const fillPath = (path: string, parameters: Record<string, string>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))

export function pathsOf<Pages extends Readonly<Record<string, { path: string }>>>(pages: Pages) {
  const paths = Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path]))
  // `fromEntries` forgets the names that it was given.
  return paths as { readonly [Name in keyof Pages]: Pages[Name]['path'] }
}
