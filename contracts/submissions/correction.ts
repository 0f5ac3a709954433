/** The correction of a returned submission by its vendor, who proves it by receipt and contact address. */
import { z } from 'zod'
import { emailAddress } from '../email-address.ts'
import { SubmittedFactsSchema } from '../facts/fact.ts'
import { TEXT } from '../limits.ts'
import { requiredText } from '../stored-text.ts'
import { SubmittedValuesSchema } from './form-values.ts'
import { SUBMISSION_MESSAGES as MESSAGES, RETURN_MESSAGES } from './messages.ts'
import { ReturnReasonSchema } from './return-reasons.ts'
import { SubmissionRequestSchema, UploadedSubmissionFileSchema } from './submission.ts'

/** A returned submission as the form of its correction begins with it. Its files can be kept by their `key`. */
export const CorrectionFormSchema = z
  .object({
    receipt: z.string(),
    returnedAt: z.iso.datetime().describe('退回的时间。提交补正时须原样给出。'),
    /** Whether it updates a listed product. */
    isUpdate: z.boolean(),
    reasons: z.array(ReturnReasonSchema),
    values: SubmittedValuesSchema,
    facts: SubmittedFactsSchema.describe('不含属性已停用的。'),
    endedFacts: z.array(z.string()).describe('已提交、但属性已停用的资料的名称，补正时不再填写。'),
    files: z.array(UploadedSubmissionFileSchema),
    screenshots: z.array(UploadedSubmissionFileSchema.extend({ caption: z.string() })),
  })
  .meta({ id: 'SubmissionCorrectionForm' })
export type CorrectionForm = z.infer<typeof CorrectionFormSchema>

/** The whole form, corrected, which may name another contact address than the one that proves whose it is. */
export const CorrectionRequestSchema = SubmissionRequestSchema.extend({
  receipt: requiredText(MESSAGES.receipt, TEXT.word),
  provenEmail: emailAddress(MESSAGES.contactEmail, MESSAGES.contactEmailFormat).describe('提交时的联系邮箱。'),
  returnedAt: z.iso.datetime(RETURN_MESSAGES.returnedAt).describe('所依据的退回的时间，见读取表单的结果。'),
}).meta({ id: 'SubmissionCorrection' })
export type CorrectionRequest = z.infer<typeof CorrectionRequestSchema>
