/** Title, URL and parameters of each back-office screen. Visitors of the public site don't load this file. */
import { STALE_ORDERS } from './facts/vocabulary.ts'
import { TEXT } from './limits.ts'
import { oneOf, type PageParameters, pageNumber, text } from './page-url.ts'
import { getPaths, type Page, page } from './paths.ts'
import { CATALOGUE_LABELS } from './products/table-messages.ts'
import { PUBLICATIONS_PATH } from './published-evaluations/publish-url.ts'
import { DOCUMENT_LABELS } from './vocabulary.ts'

/** A screen of the back office; `filters` are the parameters that filter its list. */
const screen = <Parameters extends PageParameters>(
  path: string,
  title: string,
  parameters: Parameters,
  filters: readonly string[] = [],
): Page<Parameters> & { filters: readonly string[] } => ({ ...page(path, title, parameters), filters })

/** A paginated list. */
const PAGED = { page: pageNumber() }
const SUBMISSION_FILTERS = ['search', 'category', 'status', 'assignee']
const PRODUCT_FILTERS = ['search', 'category', 'status']
const PRODUCT_TABLE = { ...PAGED, view: oneOf('products', 'recycled'), sort: text() }
/** `source` is the list that a product was opened from, to which Back returns; `part` is the section being edited. */
/** Which version of a document or product is edited. */
export const DOCUMENT_EDITOR = { version: oneOf('published', 'draft') }
const PRODUCT_EDITOR = { source: oneOf('catalogue', 'content'), part: oneOf('prose', 'facts'), ...DOCUMENT_EDITOR }

/** Represents a new attribute in the URL; never a valid attribute key. */
export const NEW_ATTRIBUTE = '+'

/** Represents a new event in the URL; never the id of one. */
export const NEW_EVENT = '+'

/** Every back-office screen with its own URL. `web/admin/screens.ts` maps each to its component. */
export const ADMIN_SCREENS = {
  dashboard: screen('/admin/dashboard', '工作台', {}),
  home: screen('/admin/home-management', DOCUMENT_LABELS.home, DOCUMENT_EDITOR),
  community: screen('/admin/community-management', DOCUMENT_LABELS.community, {
    ...DOCUMENT_EDITOR,
    mode: oneOf('', 'qr-codes'),
  }),
  /** `edit` is `NEW_EVENT` to open an empty form. */
  events: screen('/admin/events', '活动管理', { ...PAGED, edit: text() }, ['search', 'phase']),
  selection: screen('/admin/selection-management', DOCUMENT_LABELS.selection, DOCUMENT_EDITOR),
  products: screen('/admin/products-content-management', DOCUMENT_LABELS.products, {}),
  ai: screen('/admin/ai-content-management', DOCUMENT_LABELS.ai, {}),
  evaluation: screen('/admin/evaluation-management', DOCUMENT_LABELS.evaluation, DOCUMENT_EDITOR),
  submit: screen('/admin/submit-management', DOCUMENT_LABELS.submit, DOCUMENT_EDITOR),
  /** `month` is the month shown, such as `2026-11`. */
  calendar: screen('/admin/publishing-calendar', '发布日历', { month: text(TEXT.word) }),
  media: screen('/admin/media', '媒体库', PAGED, ['search', 'kind', 'unused']),
  submissions: screen('/admin/products', '产品提交管理', { ...PAGED, view: oneOf('submissions', 'recycled') }, [
    ...SUBMISSION_FILTERS,
    'late',
  ]),
  submissionReview: screen('/admin/submissions', '审核工作台', { ...PAGED, id: text() }, [
    ...SUBMISSION_FILTERS,
    'late',
    'unread',
  ]),
  /** The products of a catalogue, for bulk actions; the documents above contain the pages' texts. */
  agentProducts: screen('/admin/agent-products', CATALOGUE_LABELS.agent, PRODUCT_TABLE, PRODUCT_FILTERS),
  aiProducts: screen('/admin/ai-products', CATALOGUE_LABELS.ai, PRODUCT_TABLE, PRODUCT_FILTERS),
  /** Facts that need attention; `fact` is the one being edited: catalogue, product and attribute. */
  facts: screen(
    '/admin/facts',
    '资料核对',
    { ...PAGED, view: oneOf('stale', 'unknown', 'disputed'), order: oneOf(...STALE_ORDERS), fact: text() },
    ['catalogue', 'product', 'attribute', 'grade', 'assignee', 'late'],
  ),
  /** `attribute` is the key of the one being edited, `NEW_ATTRIBUTE` for a new one. */
  attributes: screen('/admin/attributes', '产品属性', { attribute: text() }, ['catalogue', 'search']),
  productDetail: screen('/admin/product-detail/:id', '编辑智能体产品', PRODUCT_EDITOR),
  aiProductDetail: screen('/admin/ai-product-detail/:id', '编辑78AI产品', PRODUCT_EDITOR),
  leads: screen('/admin/leads', '咨询线索', { ...PAGED, lead: text() }, ['search', 'kind', 'owner', 'status', 'late']),
  /** Members' reviews, and the testimonials in product documents. */
  reviews: screen(
    '/admin/reviews',
    '评价管理',
    { ...PAGED, view: oneOf('members', 'questions', 'documents'), review: text(), question: text() },
    ['search', 'catalogue', 'rating', 'status', 'assignee', 'late', 'reported'],
  ),
  /** `publish` is the report whose results are being published. */
  publishedEvaluations: screen(
    PUBLICATIONS_PATH,
    '平台评估',
    { ...PAGED, view: oneOf('published', 'statements'), publish: text(TEXT.word) },
    ['search', 'catalogue', 'status'],
  ),
  vendorOrganisations: screen(
    '/admin/vendor-organisations',
    '厂商组织',
    { ...PAGED, view: oneOf('requests', 'organisations') },
    ['search'],
  ),
  questionBanks: screen('/admin/question-banks', '题库', {}),
  /** Keys with which programs make calls. */
  keys: screen('/admin/keys', '接口密钥', {}),
  users: screen('/admin/users', '用户管理', PAGED, ['search', 'role', 'status']),
  analytics: screen('/admin/analytics', '数据分析', {}, ['range', 'from', 'to']),
  mail: screen(
    '/admin/email-settings',
    '邮件设置',
    { ...PAGED, tab: oneOf('smtp', 'recipients', 'templates', 'outbox'), template: text() },
    ['status'],
  ),
  /** `webhook` is the one whose deliveries are listed. */
  webhooks: screen('/admin/webhooks', 'Webhook', { ...PAGED, webhook: text() }, ['status']),
  signIn: screen('/admin/sign-in', '公司账号登录', {}),
  settings: screen('/admin/settings', '系统设置', { tab: text() }),
  /** The editor of one document, by kind. */
  content: screen('/admin/content/:kind', '页面内容', DOCUMENT_EDITOR),
  inbox: screen('/admin/inbox', '收件箱', PAGED, ['status']),
  audit: screen('/admin/audit', '操作记录', PAGED, ['user', 'action', 'from', 'to']),
  account: screen('/admin/account', '我的账号', {}),
} as const

/** The sign-in page; `from` is the page to return to. */
export const ADMIN_LOGIN = page('/admin/login', '登录', { from: text(TEXT.link) })

/** Where a company's identity provider sends the browser back. */
export const ADMIN_COMPANY_SIGN_IN = page('/admin/login/company', '公司账号登录', {})

/** The paths of the back-office screens. */
export const ADMIN_PAGES = { ...getPaths(ADMIN_SCREENS), root: '/admin', login: ADMIN_LOGIN.path } as const
