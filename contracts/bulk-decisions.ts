/** Decisions on many items of a queue, each of which is decided as if alone. */
import { z } from 'zod'
import './chinese-issues.ts'
import { BULK_DECISIONS_MAX, TEXT } from './limits.ts'
import { outsiderText } from './outsider-data.ts'
import { storedText } from './stored-text.ts'

export const BULK_DECISION_MESSAGES = {
  none: '请选择要审核的条目',
  tooMany: `一次最多审核${BULK_DECISIONS_MAX}条`,
  version: '缺少条目的版本',
  failed: '批量审核失败，请重试。已经处理的不会重复处理',
} as const

/** The items to decide on, each at the version that the reviewer has seen. */
export const BulkItemsSchema = z
  .array(z.object({ id: storedText().max(TEXT.word), version: z.int(BULK_DECISION_MESSAGES.version) }))
  .min(1, BULK_DECISION_MESSAGES.none)
  .max(BULK_DECISIONS_MAX, BULK_DECISION_MESSAGES.tooMany)
  .describe('要审核的条目，及所依据的版本。')
export type BulkItem = z.infer<typeof BulkItemsSchema>[number]

/** What became of an item; those that need an individual look, and failed ones, stay as they were. */
export const BULK_OUTCOMES = ['decided', 'individual', 'failed'] as const
type BulkOutcome = (typeof BULK_OUTCOMES)[number]
export const BULK_OUTCOME_LABELS: Record<BulkOutcome, string> = {
  decided: '已完成',
  individual: '需单独处理',
  failed: '未完成',
}

export const BulkDecisionResultSchema = z.array(
  z.object({
    id: z.string(),
    /** '' if there is no such item. */
    name: outsiderText(),
    outcome: z.enum(BULK_OUTCOMES),
    /** Why it wasn't decided; '' if it was. */
    reason: outsiderText(),
  }),
)
export type BulkDecisionResult = z.infer<typeof BulkDecisionResultSchema>
