/** The enums of the product. Without Zod, to keep public pages small. */

export const COLORS = ['blue', 'green', 'purple', 'orange', 'red', 'yellow', 'gray'] as const
export type Color = (typeof COLORS)[number]

export const BUTTON_STYLES = ['primary', 'secondary', 'outline'] as const
export type ButtonStyle = (typeof BUTTON_STYLES)[number]

export const EVENT_STATUSES = ['报名中', '即将开始', '进行中', '已结束'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

export const DEPLOYMENT_TYPES = ['SaaS', '私有化部署', '混合部署', '边缘部署'] as const
export type DeploymentType = (typeof DEPLOYMENT_TYPES)[number]

export const SUBMISSION_CATEGORIES = ['客服', '销售', '知识管理', '财务', 'HR', '供应链', '其他'] as const
export type SubmissionCategory = (typeof SUBMISSION_CATEGORIES)[number]

export const LEAD_KINDS = ['consultation', 'evaluation'] as const
export type LeadKind = (typeof LEAD_KINDS)[number]
export const LEAD_KIND_LABELS: Record<LeadKind, string> = { consultation: '选型咨询', evaluation: '评估申请' }
export const LEAD_STATUSES = ['new', 'contacted', 'completed', 'invalid'] as const
export type LeadStatus = (typeof LEAD_STATUSES)[number]
export const LEAD_STATUS_LABELS: Record<LeadStatus, string> = {
  new: '新线索',
  contacted: '已联系',
  completed: '已完成',
  invalid: '无效',
}

/** The name shown for a reviewer who didn't give one. */
export const ANONYMOUS_REVIEWER_NAME = '匿名用户'

/** The fixed lists of the AI product editor. */
export const AI_PRODUCT_CATEGORIES = [
  '对话机器人',
  '内容生成',
  '数据分析',
  '图像处理',
  '语音识别',
  '自然语言处理',
  '推荐系统',
  '其他',
] as const
export const PRICE_TIERS = ['免费', '低端', '中端', '中高端', '高端', '企业定制'] as const

export const CATALOGUES = ['agent', 'ai'] as const
export type Catalogue = (typeof CATALOGUES)[number]

/** The verdicts that a score leads to, best first. */
export const RECOMMENDATIONS = ['强烈推荐', '推荐', '谨慎推荐', '暂不推荐'] as const
export type Recommendation = (typeof RECOMMENDATIONS)[number]

/** The labels of the three groups of a score. */
export const SCORE_GROUP_LABELS = { tech: '技术', business: '商业', market: '市场' } as const

export const ROLES = ['super_admin', 'editor', 'reviewer', 'viewer', 'member'] as const
export type Role = (typeof ROLES)[number]
export const ROLE_LABELS: Record<Role, string> = {
  super_admin: '超级管理员',
  editor: '编辑',
  reviewer: '审核员',
  viewer: '只读成员',
  member: '注册访客',
}
export const USER_STATUSES = ['active', 'pending', 'inactive'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

export const USER_STATUS_LABELS: Record<UserStatus, string> = { active: '活跃', pending: '待审核', inactive: '已禁用' }

/**
 * The purposes of mailed links: `invitation` and `password` (forgotten) set a password, `email` verifies an email
 * address.
 */
const LINK_PURPOSES = ['invitation', 'password', 'email'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

/** `verdict` sorts by the verdict of a published evaluation, while that is valid. */
export const PRODUCT_SORTS = ['rating', 'name', 'verdict'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]
export const SORT_ORDERS = ['asc', 'desc'] as const
export type SortOrder = (typeof SORT_ORDERS)[number]

/** The filter value that applies no filter. */
export const ALL = '全部'

export const DOCUMENT_KINDS = ['home', 'community', 'selection', 'products', 'ai', 'evaluation', 'submit'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** The documents that can have a draft beside the published one; the catalogues' products are published one by one. */
export const DRAFT_KINDS = ['home', 'community', 'selection', 'evaluation', 'submit'] as const satisfies DocumentKind[]
export type DraftKind = (typeof DRAFT_KINDS)[number]

/** Returns whether a document can have a draft. */
export const isDraftKind = (kind: DocumentKind | null): kind is DraftKind => DRAFT_KINDS.some((other) => other === kind)

/** The documents' names in the back office. */
export const DOCUMENT_LABELS: Record<DocumentKind, string> = {
  home: '首页内容',
  community: '社区内容',
  selection: '选型内容',
  products: '产品内容',
  ai: 'AI内容',
  evaluation: '评估内容',
  submit: '提交内容',
}
