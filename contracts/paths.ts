import type { DocumentKind } from './vocabulary.ts'

/** Every page of the public site. */
export const PAGES = {
  home: '/',
  community: '/community',
  selection: '/selection',
  products: '/products',
  product: (idOrName: string) => `/products/${encodeURIComponent(idOrName)}`,
  ai: '/78ai',
  aiProduct: (name: string) => `/78ai/${encodeURIComponent(name)}`,
  evaluation: '/evaluation',
  report: (reportId: string) => `/evaluation/reports/${encodeURIComponent(reportId)}`,
  submit: '/submit',
  submissionStatus: '/submit/status',
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

/** Every screen of the back office that has an address of its own. */
export const ADMIN_PAGES = {
  login: '/admin/login',
  root: '/admin',
  dashboard: '/admin/dashboard',
  home: '/admin/home-management',
  community: '/admin/community-management',
  selection: '/admin/selection-management',
  products: '/admin/products-content-management',
  ai: '/admin/ai-content-management',
  evaluation: '/admin/evaluation-management',
  submit: '/admin/submit-management',
  submissions: '/admin/products',
  audit: '/admin/audit',
  account: '/admin/account',
} as const
