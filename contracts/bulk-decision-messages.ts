import { BULK_DECISIONS_MAX } from './limits.ts'

export const BULK_DECISION_MESSAGES = {
  none: '请选择要审核的条目',
  tooMany: `一次最多审核${BULK_DECISIONS_MAX}条`,
  version: '缺少条目的版本',
  failed: '批量审核失败，请重试。已经处理的不会重复处理',
} as const

/** What became of an item; those that need an individual look, and failed ones, stay as they were. */
export const BULK_OUTCOMES = ['decided', 'individual', 'failed'] as const
type BulkOutcome = (typeof BULK_OUTCOMES)[number]
export const BULK_OUTCOME_LABELS: Record<BulkOutcome, string> = {
  decided: '已完成',
  individual: '需单独处理',
  failed: '未完成',
}
