import { COMPARED_PRODUCTS_MAX, TEXT } from './limits.ts'
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
import { PRODUCT_SORTS } from './vocabulary.ts'

/** A page of either front. A `:name` of its path stands for what its address binds. */
export type Page<Parameters extends PageParameters = PageParameters> = {
  path: string
  /** What it is called where nothing else has been written. */
  title: string
  parameters: Parameters
}

const page = <Parameters extends PageParameters>(
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

/** Fills a path's parameters: `fillPath('/admin/product-detail/:id', { id })`. */
export const fillPath = (path: string, parameters: Readonly<Record<string, unknown>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parameters[name] ?? '')))

/** A screen of the back office; `filters` are the parameters that its list is asked for with, beside the page. */
const screen = <Parameters extends PageParameters>(
  path: string,
  title: string,
  parameters: Parameters,
  filters: readonly string[] = [],
): Page<Parameters> & { filters: readonly string[] } => ({ ...page(path, title, parameters), filters })

/** A list of which one sees a page at a time. */
const LISTED = { page: pageNumber() }
const SUBMISSION_FILTERS = ['search', 'category', 'status']
const PRODUCT_FILTERS = ['search', 'category', 'status']
const PRODUCT_TABLE = { ...LISTED, view: oneOf('products', 'recycled'), sort: text() }
/** Where a product was opened from, and is gone back to. */
const PRODUCT_EDITOR = { source: oneOf('catalogue', 'content') }

/** Every screen of the back office that has an address of its own. `web/admin/screens.ts` says what draws each. */
export const ADMIN_SCREENS = {
  dashboard: screen('/admin/dashboard', '工作台', {}),
  home: screen('/admin/home-management', '首页', {}),
  community: screen('/admin/community-management', '社区', { mode: oneOf('', 'qr-codes') }),
  selection: screen('/admin/selection-management', '选型咨询', {}),
  products: screen('/admin/products-content-management', '智能体产品', {}),
  ai: screen('/admin/ai-content-management', '78AI产品', {}),
  evaluation: screen('/admin/evaluation-management', '专业评估', {}),
  submit: screen('/admin/submit-management', '产品提交', {}),
  submissions: screen('/admin/products', '产品提交管理', LISTED, SUBMISSION_FILTERS),
  review: screen('/admin/submissions', '审核工作台', { ...LISTED, id: text() }, SUBMISSION_FILTERS),
  /** The rows of a catalogue, for work on many at once; the documents beside them hold the pages' texts. */
  agentProducts: screen('/admin/agent-products', '智能体目录', PRODUCT_TABLE, PRODUCT_FILTERS),
  aiProducts: screen('/admin/ai-products', '78AI目录', PRODUCT_TABLE, PRODUCT_FILTERS),
  productDetail: screen('/admin/product-detail/:id', '编辑智能体产品', PRODUCT_EDITOR),
  aiProductDetail: screen('/admin/ai-product-detail/:id', '编辑78AI产品', PRODUCT_EDITOR),
  leads: screen('/admin/leads', '咨询线索', { ...LISTED, lead: text() }, ['search', 'kind', 'owner', 'status', 'late']),
  reviews: screen('/admin/reviews', '评价管理', LISTED, ['search', 'catalogue', 'rating', 'status']),
  users: screen('/admin/users', '用户', LISTED, ['search', 'status']),
  analytics: screen('/admin/analytics', '数据分析', {}, ['range', 'from', 'to']),
  mail: screen(
    '/admin/email-settings',
    '邮件',
    { ...LISTED, tab: oneOf('smtp', 'recipients', 'templates', 'outbox'), template: text() },
    ['status'],
  ),
  settings: screen('/admin/settings', '设置', { tab: text() }),
  /** One document's editor by its kind. */
  content: screen('/admin/content/:kind', '页面内容', {}),
  audit: screen('/admin/audit', '操作记录', LISTED, ['user', 'action', 'from', 'to']),
  account: screen('/admin/account', '我的账号', {}),
} as const

/** Where one signs in; `from` is where one is led back to. */
export const ADMIN_LOGIN = page('/admin/login', '登录', { from: text(TEXT.link) })

/** The addresses of the back office's screens. */
export const ADMIN_PAGES = { ...pathsOf(ADMIN_SCREENS), root: '/admin', login: ADMIN_LOGIN.path } as const

function pathsOf<Pages extends Readonly<Record<string, { path: string }>>>(pages: Pages) {
  const paths = Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path]))
  // `fromEntries` forgets the names that it was given.
  return paths as { readonly [Name in keyof Pages]: Pages[Name]['path'] }
}
