/** Decisions on many items of a queue, each of which is decided as if alone. */
import { z } from 'zod'
import { BULK_DECISION_MESSAGES, BULK_OUTCOMES } from './bulk-decision-messages.ts'
import './chinese-issues.ts'
import { BULK_DECISIONS_MAX, TEXT } from './limits.ts'
import { outsiderText } from './outsider-data.ts'
import { storedText } from './stored-text.ts'

/** The items to decide on, each at the version that the reviewer has seen. */
export const BulkItemsSchema = z
  .array(z.object({ id: storedText().max(TEXT.word), version: z.int(BULK_DECISION_MESSAGES.version) }))
  .min(1, BULK_DECISION_MESSAGES.none)
  .max(BULK_DECISIONS_MAX, BULK_DECISION_MESSAGES.tooMany)
  .describe('要审核的条目，及所依据的版本。')
export type BulkItem = z.infer<typeof BulkItemsSchema>[number]

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
