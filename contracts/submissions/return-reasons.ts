/** The reasons for which a submission is returned to its vendor. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { RETURN_REASON_LENGTH, RETURN_REASONS_MAX } from '../limits.ts'
import { outsiderText } from '../outsider-data.ts'
import { requiredText } from '../stored-text.ts'
import { FORM_PARTS } from './form-parts.ts'
import { RETURN_MESSAGES as MESSAGES } from './messages.ts'

const path = z
  .union([z.enum(FORM_PARTS), z.templateLiteral(['facts.', z.string()])], MESSAGES.unknownPart)
  .describe(
    '提交表单的字段，或 `facts`（产品资料）、`facts.` 加属性的键（其中一项）、`screenshots`、`files`；空文本表示整份提交。',
  )

/** The reasons as a reviewer writes them: one or more, one for each part of the form or attribute. */
export const ReturnReasonsSchema = z
  .array(z.object({ path, message: requiredText(MESSAGES.reason, RETURN_REASON_LENGTH) }), MESSAGES.noReason)
  .min(1, MESSAGES.noReason)
  .max(RETURN_REASONS_MAX, { error: MESSAGES.tooManyReasons(RETURN_REASONS_MAX), abort: true })
  .refine((reasons) => new Set(reasons.map((reason) => reason.path)).size === reasons.length, MESSAGES.samePart)
export type ReturnReasonInput = z.infer<typeof ReturnReasonsSchema>[number]

/** A reason as it is read, with the name of its part or attribute. Reviewers may quote what the vendor has written. */
export const ReturnReasonSchema = z
  .object({
    path,
    label: z.string(),
    message: outsiderText(),
    isAsked: z.boolean().describe('表单是否还有这一处；所说的属性停用后为 `false`，不必再补正。'),
  })
  .meta({ id: 'ReturnReason' })
export type ReturnReason = z.infer<typeof ReturnReasonSchema>
/** A reason as it is stored. */
export type StoredReason = Omit<ReturnReason, 'isAsked'>
