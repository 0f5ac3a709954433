/** The enums of members' reviews, with their labels. Without Zod, to keep public pages small. */

/** The dimensions that a member rates from 1 to 5; a review's own rating is the mean of the five. */
export const REVIEW_DIMENSIONS = ['ability', 'usability', 'integration', 'service', 'value'] as const
export type ReviewDimension = (typeof REVIEW_DIMENSIONS)[number]
export const REVIEW_DIMENSION_LABELS: Record<ReviewDimension, string> = {
  ability: '能力',
  usability: '易用',
  integration: '集成',
  service: '服务',
  value: '性价比',
}
/** The question that each rating answers. */
export const REVIEW_DIMENSION_HINTS: Record<ReviewDimension, string> = {
  ability: '任务完成得是否准确、稳定',
  usability: '上手、配置与日常使用是否顺手',
  integration: '与现有系统、数据和账号的对接',
  service: '实施、文档与问题响应',
  value: '得到的价值与全部花费相比',
}
export type ReviewRatings = Record<ReviewDimension, number>

/** The labels of a review's other parts, in forms, lists and rules. */
export const REVIEW_PART_LABELS = {
  pros: '优点',
  cons: '不足',
  advice: '给同行的建议',
  role: '角色',
  industry: '行业',
  companySize: '企业规模',
  deployment: '部署方式',
  monthsOfUse: '使用月数',
  affiliation: '利益关系',
  isAnonymous: '对读者匿名',
} as const

/** The label of each number of stars. */
export const STAR_LABELS = ['很差', '较差', '一般', '较好', '很好'] as const

export const REVIEWER_ROLES = ['it-lead', 'engineering', 'operations', 'business', 'procurement', 'other'] as const
export type ReviewerRole = (typeof REVIEWER_ROLES)[number]
export const REVIEWER_ROLE_LABELS: Record<ReviewerRole, string> = {
  'it-lead': 'CIO或信息化负责人',
  engineering: '架构与研发',
  operations: '运维与安全',
  business: '业务部门',
  procurement: '采购',
  other: '其他角色',
}

export const REVIEWER_INDUSTRIES = [
  'manufacturing',
  'finance',
  'retail',
  'internet',
  'government',
  'energy',
  'healthcare',
  'education',
  'logistics',
  'construction',
  'other',
] as const
export type ReviewerIndustry = (typeof REVIEWER_INDUSTRIES)[number]
export const REVIEWER_INDUSTRY_LABELS: Record<ReviewerIndustry, string> = {
  manufacturing: '制造',
  finance: '金融',
  retail: '零售与消费',
  internet: '互联网与软件',
  government: '政府与公共事业',
  energy: '能源与化工',
  healthcare: '医疗健康',
  education: '教育与科研',
  logistics: '交通与物流',
  construction: '建筑与地产',
  other: '其他行业',
}

/** The number of a company's employees. */
export const COMPANY_SIZES = ['to-50', 'to-200', 'to-1000', 'to-5000', 'over-5000'] as const
export type CompanySize = (typeof COMPANY_SIZES)[number]
export const COMPANY_SIZE_LABELS: Record<CompanySize, string> = {
  'to-50': '50人以下',
  'to-200': '50至200人',
  'to-1000': '200至1000人',
  'to-5000': '1000至5000人',
  'over-5000': '5000人以上',
}

/**
 * A reviewer's relation to the product's vendor or to a competitor. All but `none` are shown with the review, which
 * then doesn't count.
 */
export const AFFILIATIONS = ['none', 'vendor', 'partner', 'competitor'] as const
export type Affiliation = (typeof AFFILIATIONS)[number]
export const AFFILIATION_LABELS: Record<Affiliation, string> = {
  none: '无利益关系',
  vendor: '厂商人员',
  partner: '代理或实施伙伴',
  competitor: '同类产品厂商人员',
}
export const AFFILIATION_HINTS: Record<Affiliation, string> = {
  none: '与产品厂商及其竞争者没有雇佣、代理或投资关系',
  vendor: '在该产品的厂商任职、持股，或受其委托',
  partner: '销售、代理或实施该产品',
  competitor: '在提供同类产品的厂商任职',
}

/** `pending` awaits moderation, even if an earlier text is still published. */
export const MEMBER_REVIEW_STATUSES = ['pending', 'published', 'rejected', 'withdrawn'] as const
export type MemberReviewStatus = (typeof MEMBER_REVIEW_STATUSES)[number]
export const MEMBER_REVIEW_STATUS_LABELS: Record<MemberReviewStatus, string> = {
  pending: '待审核',
  published: '已展示',
  rejected: '未通过',
  withdrawn: '已撤回',
}

/** Who entered a vendor's reply: the vendor, or staff on the vendor's behalf. */
export const REPLY_AUTHORS = ['vendor', 'staff'] as const
export type ReplyAuthor = (typeof REPLY_AUTHORS)[number]
