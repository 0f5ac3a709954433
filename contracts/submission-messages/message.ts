/** The messages between the vendor of a submission and its reviewers. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { TEXT } from '../limits.ts'
import { outsiderText } from '../outsider-data.ts'
import { requiredText } from '../stored-text.ts'
import { SubmissionStatusQuerySchema } from '../submissions/submission.ts'
import { SUBMISSION_MESSAGE_TEXTS as TEXTS } from './messages.ts'

const text = requiredText(TEXTS.text, TEXT.paragraph).describe('纯文本。')

/** A message as its vendor reads it, who doesn't learn which of the staff wrote it. */
export const VendorMessageSchema = z
  .object({ id: z.string(), isFromVendor: z.boolean(), text: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'SubmissionMessage' })
export type VendorMessage = z.infer<typeof VendorMessageSchema>

/** A message of the vendor, who proves the submission by receipt and contact address. */
export const VendorMessageCreateSchema = SubmissionStatusQuerySchema.extend({ text }).meta({
  id: 'SubmissionMessageOfVendor',
})
export type VendorMessageCreate = z.infer<typeof VendorMessageCreateSchema>

/** A message as the back office reads it; `author` is `null` for the vendor. */
export const ReviewMessageSchema = z
  .object({
    id: z.string(),
    author: UserReferenceSchema.nullable(),
    text: outsiderText(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'SubmissionReviewMessage' })
export type ReviewMessage = z.infer<typeof ReviewMessageSchema>

export const ReviewMessageCreateSchema = z.object({ text }).meta({ id: 'SubmissionMessageOfStaff' })
