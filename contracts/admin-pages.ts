/** The back office's screens: title, URL and parameters of each. Visitors of the site don't load this. */
import { STALE_ORDERS } from './facts/vocabulary.ts'
import { TEXT } from './limits.ts'
import { oneOf, type PageParameters, pageNumber, text } from './page-address.ts'
import { getPaths, type Page, page } from './paths.ts'
import { PUBLICATIONS_PATH } from './published-evaluations/publish-address.ts'

/** A screen of the back office; `filters` are the parameters that filter its list. */
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
/** The list that a product was opened from, to which Back returns, and the part that is edited. */
const PRODUCT_EDITOR = { source: oneOf('catalogue', 'content'), part: oneOf('prose', 'facts') }

/** Every screen of the back office that has an address of its own. `web/admin/screens.ts` says what draws each. */
export const ADMIN_SCREENS = {
  dashboard: screen('/admin/dashboard', '工作台', {}),
  home: screen('/admin/home-management', '首页', {}),
  community: screen('/admin/community-management', '社区', { mode: oneOf('', 'qr-codes') }),
  events: screen('/admin/events', '活动报名', {}),
  selection: screen('/admin/selection-management', '选型咨询', {}),
  products: screen('/admin/products-content-management', '智能体产品', {}),
  ai: screen('/admin/ai-content-management', '78AI产品', {}),
  evaluation: screen('/admin/evaluation-management', '专业评估', {}),
  submit: screen('/admin/submit-management', '产品提交', {}),
  submissions: screen(
    '/admin/products',
    '产品提交管理',
    { ...LISTED, view: oneOf('submissions', 'recycled') },
    SUBMISSION_FILTERS,
  ),
  submissionReview: screen('/admin/submissions', '审核工作台', { ...LISTED, id: text() }, SUBMISSION_FILTERS),
  /** The rows of a catalogue, for work on many at once; the documents beside them hold the pages' texts. */
  agentProducts: screen('/admin/agent-products', '智能体目录', PRODUCT_TABLE, PRODUCT_FILTERS),
  aiProducts: screen('/admin/ai-products', '78AI目录', PRODUCT_TABLE, PRODUCT_FILTERS),
  /** What is to be done about facts; `fact` is the one that is edited: catalogue, product and attribute. */
  facts: screen(
    '/admin/facts',
    '资料核对',
    { ...LISTED, view: oneOf('stale', 'unknown', 'disputed'), order: oneOf(...STALE_ORDERS), fact: text() },
    ['catalogue', 'product', 'attribute', 'grade'],
  ),
  productDetail: screen('/admin/product-detail/:id', '编辑智能体产品', PRODUCT_EDITOR),
  aiProductDetail: screen('/admin/ai-product-detail/:id', '编辑78AI产品', PRODUCT_EDITOR),
  leads: screen('/admin/leads', '咨询线索', { ...LISTED, lead: text() }, ['search', 'kind', 'owner', 'status', 'late']),
  /** Members' reviews, and the comments that products' documents hold. */
  productReviews: screen(
    '/admin/reviews',
    '评价管理',
    { ...LISTED, view: oneOf('members', 'documents'), review: text() },
    ['search', 'catalogue', 'rating', 'status'],
  ),
  /** `publish` is the report whose results are being published. */
  publishedEvaluations: screen(
    PUBLICATIONS_PATH,
    '平台评估',
    { ...LISTED, view: oneOf('published', 'statements'), publish: text(TEXT.word) },
    ['search', 'catalogue', 'status'],
  ),
  users: screen('/admin/users', '用户', LISTED, ['search', 'role', 'status']),
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

/** The sign-in page; `from` is the page to return to. */
export const ADMIN_LOGIN = page('/admin/login', '登录', { from: text(TEXT.link) })

/** The addresses of the back office's screens. */
export const ADMIN_PAGES = { ...getPaths(ADMIN_SCREENS), root: '/admin', login: ADMIN_LOGIN.path } as const
