/** The reasons for which a submission is returned to its vendor. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { RETURN_REASON_LENGTH } from '../limits.ts'
import { outsiderText } from '../outsider-data.ts'
import { requiredText } from '../stored-text.ts'
import { FORM_PARTS } from './form-parts.ts'
import { RETURN_MESSAGES as MESSAGES } from './messages.ts'

const path = z
  .enum(FORM_PARTS, MESSAGES.unknownPart)
  .describe('提交表单的字段，或 `facts`（产品资料）、`screenshots`、`files`；空文本表示整份提交。')

/** The reasons as a reviewer writes them: one or more, one for each part of the form. */
export const ReturnReasonsSchema = z
  .array(z.object({ path, message: requiredText(MESSAGES.reason, RETURN_REASON_LENGTH) }), MESSAGES.noReason)
  .min(1, MESSAGES.noReason)
  .max(FORM_PARTS.length, { error: MESSAGES.samePart, abort: true })
  .refine((reasons) => new Set(reasons.map((reason) => reason.path)).size === reasons.length, MESSAGES.samePart)

/** A reason as it is read. Reviewers may quote what the vendor has written. */
export const ReturnReasonSchema = z.object({ path, message: outsiderText() }).meta({ id: 'ReturnReason' })
export type ReturnReason = z.infer<typeof ReturnReasonSchema>
