import { COMPARISON, EVALUATION_ANALYSIS, FACETS, SHORTLIST_LIMITS, TEXT } from './limits.ts'
import { REVIEW_SORTS } from './member-reviews/sorts.ts'
import {
  browserOnly,
  choicesByKey,
  flag,
  idList,
  matchPath,
  oneOf,
  type PageParameter,
  type PageParameters,
  type PageQuery,
  pageNumber,
  parsePageQuery,
  scripted,
  text,
} from './page-url.ts'
import { isAllOption } from './rules/product-filter.ts'
import { SEARCH_KINDS } from './search/kinds.ts'
import { CATALOGUES, PRODUCT_SORTS, RECOMMENDATIONS } from './vocabulary.ts'

/** A page of the public site or the back office. `:name` is a path parameter. */
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

/** A filter of a catalogue's list; 全部 applies none. */
const filter: PageParameter<string> = {
  parse: (input) => (isAllOption(text().parse(input)) ? '' : text().parse(input)),
  format: (value) => value,
}
const FACET_PARAMETERS = {
  /** The chosen values of attributes, by attribute key. */
  f: choicesByKey({ keys: FACETS.attributes, values: FACETS.values }),
  /** Whether only facts verified by the platform count. */
  verified: flag,
} as const
const LIST_PARAMETERS = {
  search: text(),
  category: filter,
  price: filter,
  type: filter,
  verdict: oneOf('', ...RECOMMENDATIONS),
  ...FACET_PARAMETERS,
  sort: oneOf(...PRODUCT_SORTS),
  order: oneOf('desc', 'asc'),
  page: pageNumber(),
  compare: idList(COMPARISON.max),
  view: oneOf('list', 'compare'),
  /** Whether a comparison shows only differences. */
  diff: flag,
} as const
/** The encrypted success notice of a form that was posted without JavaScript. */
const notice = text(TEXT.link)
const PRODUCT_PARAMETERS = {
  tab: scripted(oneOf('overview', 'evaluation', 'facts', 'specs', 'reviews', 'questions'), 'questions'),
  /** The sort order of members' reviews. */
  sort: oneOf(...REVIEW_SORTS),
  page: pageNumber(),
} as const

/** Every page of the public site. `web/site/routes.ts` maps each to its module. */
export const SITE_PAGES = {
  home: page('/', '首页', {}),
  community: page('/community', 'CIO社区', {
    tab: oneOf('overview', 'events', 'members', 'join'),
    member: text(),
    join: oneOf('', 'open'),
  }),
  /** `package` and `product` are the names of a service package and a product that a consultation is about. */
  selection: page('/selection', '选型咨询', { package: text(), product: text(), notice }),
  search: page('/search', '搜索', { q: text(), kind: oneOf('', ...SEARCH_KINDS), page: pageNumber() }),
  products: page('/products', '智能体产品', LIST_PARAMETERS),
  product: page('/products/:id', '智能体产品', PRODUCT_PARAMETERS),
  /** Where a product's vendor comments on its evaluation; vendors only submit agent products. */
  vendorStatement: page('/products/:id/statement', '厂商声明', {}),
  ai: page('/78ai', '78AI', LIST_PARAMETERS),
  aiProduct: page('/78ai/:id', '78AI', PRODUCT_PARAMETERS),
  alternatives: page('/products/:id/alternatives', '替代产品', FACET_PARAMETERS),
  aiAlternatives: page('/78ai/:id/alternatives', '替代产品', FACET_PARAMETERS),
  productReview: page('/products/:id/review', '写评价', {}),
  aiProductReview: page('/78ai/:id/review', '写评价', {}),
  ratingRules: page('/about/ratings', '评分规则', {}),
  evaluation: page('/evaluation', '专业评估', {
    view: oneOf('framework', 'tool'),
    /** Whether the page contains the request form, for browsers without JavaScript. */
    request: oneOf('', 'open'),
    notice,
  }),
  report: page('/evaluation/reports/:reportId', '评估报告', {}),
  /** `report` is a report's number, which is verified immediately: printed codes link here. */
  verifyReport: page('/evaluation/verify', '核验评估报告', { report: browserOnly(text(TEXT.word)) }),
  methods: page('/evaluation/methods', '评估方法的版本', {}),
  method: page('/evaluation/methods/:version', '评估方法', {}),
  marketMaps: page('/evaluation/map', '市场图', {}),
  marketMap: page('/evaluation/map/:category', '市场图', {}),
  questionBanks: page('/evaluation/question-banks', '平台题库', {}),
  exampleProject: page('/evaluation/example', '示例评估项目', {}),
  /** The page of a reader link; its secret is in the URL fragment. */
  sharedProject: page('/evaluation/reading', '评估项目', {}),
  /** A member's projects; `products` are the initial candidates of a new one. */
  evaluationProjects: page('/evaluation/projects', '评估项目', {
    view: browserOnly(oneOf('active', 'bin')),
    products: browserOnly(idList(EVALUATION_ANALYSIS.candidates)),
  }),
  evaluationProject: page('/evaluation/projects/:id', '评估项目', {
    tab: browserOnly(oneOf('setup', 'judges', 'offers', 'counted', 'tests', 'result', 'colleagues', 'record')),
    /** The run that is shown below the tests. */
    run: browserOnly(text(TEXT.word)),
  }),
  /** The page for members who judge a project, and of judges' links, whose secret is in the URL fragment. */
  judging: page('/evaluation/judging', '评委打分', {
    project: browserOnly(text(TEXT.word)),
    /** The run whose replies the judge reads. */
    reading: browserOnly(text(TEXT.word)),
  }),
  submit: page('/submit', '提交产品', { notice }),
  submissionStatus: page('/submit/status', '查询提交状态', { receipt: browserOnly(text()) }),
  /** `answers` are the chosen answers; `edits` are changes of the resulting requirements, as `attribute:kind:grade`. */
  shortlistWizard: page('/selection/wizard', '选型向导', {
    catalogue: browserOnly(oneOf(...CATALOGUES)),
    answers: browserOnly(idList(SHORTLIST_LIMITS.answers)),
    edits: browserOnly(idList(SHORTLIST_LIMITS.answers)),
    /** The most that may be spent, in yuan a year. */
    budget: browserOnly(text(TEXT.word)),
  }),
  /** A shortlist, identified by this URL. */
  shortlist: page('/selection/lists/:id', '选型清单', {}),
  /** A member's overview, with the next steps. */
  my: page('/my', '我的', {}),
  myShortlists: page('/my/shortlists', '我的清单', {}),
  /** A member's inquiries; a new one starts from `shortlist`, the evaluation project `project`, or `products`. */
  inquiries: page('/my/inquiries', '我的征询', {
    shortlist: browserOnly(text(TEXT.word)),
    project: browserOnly(text(TEXT.word)),
    products: browserOnly(idList(SHORTLIST_LIMITS.candidates)),
    catalogue: browserOnly(oneOf(...CATALOGUES)),
  }),
  inquiry: page('/my/inquiries/:id', '征询', {
    tab: browserOnly(oneOf('questions', 'vendors', 'answers')),
  }),
  /** The inquiries that a member has received for products that they speak for. */
  receivedInquiries: page('/my/received-inquiries', '收到的征询', {}),
  /** The page of a vendor's link; its secret is in the URL fragment. */
  inquiryAnswering: page('/inquiries/answer', '答复征询', {}),
  mySubmissions: page('/my/submissions', '我的提交', {}),
  /** The products that a vendor represents; `update` is the id of the one whose data the vendor updates. */
  myProducts: page('/my/products', '我的产品', { update: browserOnly(text(TEXT.word)) }),
  /** The use of a product that a vendor represents; `product` is its id, `days` the length of the period. */
  productFigures: page('/my/product-figures', '产品数据', {
    product: browserOnly(text(TEXT.word)),
    days: browserOnly(oneOf('30', '7', '90', '365')),
  }),
  /** The organisations of vendors that a member belongs to; `id` is the one that is shown; without it, all are listed. */
  myOrganisations: page('/my/organisations', '厂商组织', { id: browserOnly(text(TEXT.word)) }),
  /** A member's registrations for events. */
  myEvents: page('/my/events', '我的报名', {}),
  /** What a member follows, with what changed. */
  following: page('/my/following', '我的关注', {}),
  /** The question banks of a member. */
  myQuestionBanks: page('/my/question-banks', '我的题库', {}),
  myAccount: page('/my/account', '账号与安全', {}),
  privacy: page('/privacy', '隐私政策', {}),
  terms: page('/terms', '用户协议', {}),
  /** The targets of mailed links: setting a password, verifying an email address. The token is in the URL fragment. */
  setPassword: page('/account/password', '设置密码', {}),
  verifyEmail: page('/account/verify', '验证邮箱', {}),
  /** Where a company's identity provider sends the browser back; only the browser reads what the address contains. */
  companySignIn: page('/account/company', '公司账号登录', {}),
  /** `token` is that of a mail's link, which ends one kind of mail; `result` is shown after a post without script. */
  unsubscribe: page('/unsubscribe', '退订邮件', {
    token: browserOnly(text(TEXT.line)),
    result: oneOf('', 'done', 'invalid'),
  }),
  myReviews: page('/my/reviews', '我的评价', {}),
  /** A member's questions about products, and answers. */
  myQuestions: page('/my/questions', '我的问答', {}),
} as const
export type SitePageName = keyof typeof SITE_PAGES

/** The page at a path, with its path parameters. */
type SitePath = { name: SitePageName; params: Readonly<Record<string, string>> }

/** A request for a page. */
export type PageRequest = SitePath & { url: string }

/** A matched URL: the page, its path parameters, and the query parameters that the page declares. */
export type PageMatch<Name extends SitePageName = SitePageName> = {
  name: Name
  params: Readonly<Record<string, string>>
  query: PageQuery<(typeof SITE_PAGES)[Name]['parameters']>
}

/** Returns the match of a URL whose path is matched already. */
export const readPageMatch = ({ name, params }: SitePath, search: string): PageMatch => ({
  name,
  params,
  query: parsePageQuery(SITE_PAGES[name].parameters, new URLSearchParams(search)),
})

/** Returns the page that matches a path, with its path parameters; `undefined` if there is none. */
export function matchSitePage(path: string): SitePath | undefined {
  for (const name of SITE_PAGE_NAMES) {
    const params = matchPath(SITE_PAGES[name].path, path)
    if (params) return { name, params }
  }
  return undefined
}
const SITE_PAGE_NAMES = Object.keys(SITE_PAGES) as SitePageName[]

/** The paths of the public site's pages. */
export const PAGES = {
  ...getPaths(SITE_PAGES),
  product: (idOrName: string) => fillPath(SITE_PAGES.product.path, { id: idOrName }),
  aiProduct: (name: string) => fillPath(SITE_PAGES.aiProduct.path, { id: name }),
  vendorStatement: (idOrName: string) => fillPath(SITE_PAGES.vendorStatement.path, { id: idOrName }),
  marketMap: (category: string) => fillPath(SITE_PAGES.marketMap.path, { category }),
  alternatives: (idOrName: string) => fillPath(SITE_PAGES.alternatives.path, { id: idOrName }),
  aiAlternatives: (idOrName: string) => fillPath(SITE_PAGES.aiAlternatives.path, { id: idOrName }),
  productReview: (id: string) => fillPath(SITE_PAGES.productReview.path, { id }),
  aiProductReview: (id: string) => fillPath(SITE_PAGES.aiProductReview.path, { id }),
  shortlist: (id: string) => fillPath(SITE_PAGES.shortlist.path, { id }),
  inquiry: (id: string) => fillPath(SITE_PAGES.inquiry.path, { id }),
  method: (version: number) => fillPath(SITE_PAGES.method.path, { version }),
  evaluationProject: (id: string) => fillPath(SITE_PAGES.evaluationProject.path, { id }),
  report: (reportId: string) => fillPath(SITE_PAGES.report.path, { reportId }),
} as const

/** Fills the parameters of a path: `fillPath('/admin/product-detail/:id', { id })`. */
export const fillPath = (path: string, parameters: Readonly<Record<string, unknown>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parameters[name] ?? '')))

export function getPaths<Pages extends Readonly<Record<string, { path: string }>>>(pages: Pages) {
  const paths = Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path]))
  // `fromEntries` loses the types of the keys.
  return paths as { readonly [Name in keyof Pages]: Pages[Name]['path'] }
}
