/** The enums of attributes and facts. Without Zod, to keep public pages small. */

export const ATTRIBUTE_TYPES = ['yesNo', 'choice', 'choices', 'number', 'text', 'date', 'certificate'] as const
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number]
export const ATTRIBUTE_TYPE_LABELS: Record<AttributeType, string> = {
  yesNo: '支持与否',
  choice: '单选',
  choices: '多选',
  number: '数字',
  text: '文本',
  date: '日期',
  certificate: '证书',
}

/** The types with few enough values to count and filter by. */
const FILTERABLE_TYPES = ['yesNo', 'choice', 'choices', 'certificate'] as const satisfies AttributeType[]
/** The types with a list of choices; a certificate's are its levels, and may be empty. */
const CHOICE_TYPES = ['choice', 'choices', 'certificate'] as const satisfies AttributeType[]

export const YES_NO_VALUES = ['yes', 'partial', 'no'] as const
export type YesNo = (typeof YES_NO_VALUES)[number]
export const YES_NO_LABELS: Record<YesNo, string> = { yes: '支持', partial: '部分支持', no: '不支持' }

/** Known to have no such certificate; for choices, an empty list means the same. */
export const NO_CERTIFICATE = 'none'
/** Filter values that aren't choices: known to have none, and a certificate without a level. */
const SPECIAL_FILTER_VALUES = ['none', 'held'] as const
export type SpecialFilterValue = (typeof SPECIAL_FILTER_VALUES)[number]
/** The labels of filter values; choices are shown as they are. */
export const FILTER_VALUE_LABELS: Record<YesNo | SpecialFilterValue, string> = {
  yes: YES_NO_LABELS.yes,
  partial: YES_NO_LABELS.partial,
  no: YES_NO_LABELS.no,
  none: '无',
  held: '已取得',
}

/**
 * The grades of facts, weakest first. Keys equal those of the evidence grades (`DEFAULT_GRADES`) with the same meaning;
 * public information ranks between a vendor's claim and a third party's.
 */
export const FACT_GRADES = ['claimed', 'public', 'third-party', 'verified'] as const
export type FactGrade = (typeof FACT_GRADES)[number]
export const FACT_GRADE_LABELS: Record<FactGrade, string> = {
  claimed: '厂商自述',
  public: '公开资料',
  'third-party': '第三方',
  verified: '平台核实',
}

/** Why a fact is stale: older than its attribute allows, an expired certificate, or a source without a date. */
export const STALE_REASONS = ['old', 'ended', 'undated'] as const
export type StaleReason = (typeof STALE_REASONS)[number]
export const STALE_REASON_LABELS: Record<StaleReason, string> = {
  old: '资料待更新',
  ended: '证书已到期',
  undated: '资料日期不明',
}

/** Sort orders of stale facts: longest stale first, or most viewed product first. */
export const STALE_ORDERS = ['age', 'views'] as const

/** The kinds of entries in the change log of a fact. */
export const FACT_ACTIONS = ['add', 'change', 'confirm', 'remove'] as const
export type FactAction = (typeof FACT_ACTIONS)[number]
export const FACT_ACTION_LABELS: Record<FactAction, string> = {
  add: '新增',
  change: '更正',
  confirm: '确认',
  remove: '移除',
}

/** The groups of the initial attributes, in display order; others may be added. */
export const ATTRIBUTE_GROUPS = ['基本', '部署', '模型', '能力', '集成', '安全合规', '商业', '市场'] as const

export const isFilterableType = (type: AttributeType): boolean =>
  FILTERABLE_TYPES.some((candidate) => candidate === type)
export const hasChoices = (type: AttributeType): boolean => CHOICE_TYPES.some((candidate) => candidate === type)
