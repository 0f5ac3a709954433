import { COMPARED_PRODUCTS_MAX } from './limits.ts'
import {
  flag,
  getOne,
  idList,
  inBrowser,
  matchPath,
  type PageParameter,
  type PageParameters,
  pageNumber,
  text,
} from './page-address.ts'
import { isEveryOption } from './rules/product-filter.ts'
import { PRODUCT_SORTS } from './vocabulary.ts'

/** A page of either front. `:name` is a path parameter. */
export type Page<Parameters extends PageParameters = PageParameters> = {
  path: string
  /** The default title. */
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
  read: (input) => (isEveryOption(text().read(input)) ? '' : text().read(input)),
  write: (value) => value,
}
const LIST_PARAMETERS = {
  search: text(),
  category: filter,
  price: filter,
  type: filter,
  sort: getOne(...PRODUCT_SORTS),
  order: getOne('desc', 'asc'),
  page: pageNumber(),
  compare: idList(COMPARED_PRODUCTS_MAX),
  view: getOne('list', 'compare'),
  /** Whether a comparison shows only what differs. */
  diff: flag,
} as const
const PRODUCT_PARAMETERS = { tab: getOne('overview', 'specs', 'reviews') } as const

/** Every page of the public site, once. `web/site/routes.ts` says which module draws each. */
export const SITE_PAGES = {
  home: page('/', '首页', {}),
  community: page('/community', 'CIO社区', {
    tab: getOne('overview', 'events', 'members', 'join'),
    member: text(),
    join: getOne('', 'open'),
  }),
  /** A package by its name. */
  selection: page('/selection', '选型咨询', { package: text() }),
  products: page('/products', '智能体产品', LIST_PARAMETERS),
  product: page('/products/:id', '智能体产品', PRODUCT_PARAMETERS),
  ai: page('/78ai', '78AI', LIST_PARAMETERS),
  aiProduct: page('/78ai/:id', '78AI', PRODUCT_PARAMETERS),
  evaluation: page('/evaluation', '专业评估', { view: getOne('framework', 'tool') }),
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
  ...getPaths(SITE_PAGES),
  product: (idOrName: string) => fillPath(SITE_PAGES.product.path, { id: idOrName }),
  aiProduct: (name: string) => fillPath(SITE_PAGES.aiProduct.path, { id: name }),
  report: (reportId: string) => fillPath(SITE_PAGES.report.path, { reportId }),
} as const

/** Fills the parameters of a path: `fillPath('/admin/product-detail/:id', { id })`. */
export const fillPath = (path: string, parameters: Readonly<Record<string, unknown>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parameters[name] ?? '')))

export function getPaths<Pages extends Readonly<Record<string, { path: string }>>>(pages: Pages) {
  const paths = Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path]))
  // `fromEntries` forgets the names that it was given.
  return paths as { readonly [Name in keyof Pages]: Pages[Name]['path'] }
}
