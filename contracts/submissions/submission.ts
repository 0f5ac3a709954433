import { z } from 'zod'
import { emailAddress } from '../email-address.ts'
import { type SubmittedFactSchema, SubmittedFactsSchema } from '../facts/fact.ts'
import { SCREENSHOT, SUBMISSION_DESCRIPTION_MIN, SUBMISSION_FILES, TEXT } from '../limits.ts'
import { phoneNumber } from '../phone-number.ts'
import { CaptionSchema } from '../products/screenshot.ts'
import { SCREENSHOT_MESSAGES } from '../products/screenshot-messages.ts'
import { requiredName, requiredText, storedText } from '../stored-text.ts'
import { DEPLOYMENT_TYPES } from '../vocabulary.ts'
import { SUBMISSION_MESSAGES as MESSAGES, SUBMISSION_FILE_MESSAGES } from './messages.ts'

/** A trimmed text whose further rules have messages of their own; `missing` is that for an absent or blank one. */
const nonBlankText = (missing: string) => storedText(missing).trim().min(1, { error: missing, abort: true })

/** A vendor's submission. The form and the server share this schema and its messages. */
export const SubmissionSchema = z.object({
  companyName: requiredName(MESSAGES.companyName),
  contactName: requiredText(MESSAGES.contactName),
  contactEmail: emailAddress(MESSAGES.contactEmail, MESSAGES.contactEmailFormat),
  contactPhone: phoneNumber(MESSAGES.contactPhone),
  productName: requiredName(MESSAGES.productName),
  productDescription: nonBlankText(MESSAGES.productDescription)
    .min(SUBMISSION_DESCRIPTION_MIN, MESSAGES.productDescriptionTooShort)
    .max(TEXT.long),
  targetUsers: requiredText(MESSAGES.targetUsers, TEXT.paragraph),
  keyFeatures: requiredText(MESSAGES.keyFeatures, TEXT.paragraph),
  deploymentType: z.enum(DEPLOYMENT_TYPES, MESSAGES.deploymentType),
  website: nonBlankText(MESSAGES.website).max(TEXT.link).refine(isWebUrl, MESSAGES.websiteInvalid),
  additionalInfo: storedText().trim().max(TEXT.long).default(''),
  agreeToTerms: z.literal(true, MESSAGES.agreeToTerms),
})
export type SubmissionInput = z.infer<typeof SubmissionSchema>

/** The form's values. Its facts are validated by their attributes, in their fields and when they are sent. */
export const SubmissionFormSchema = SubmissionSchema.extend({
  facts: z.array(z.custom<z.input<typeof SubmittedFactSchema>>()).default([]),
})
export type SubmissionFormInput = z.infer<typeof SubmissionFormSchema>

/** The entire request. `files` are keys of earlier uploads. */
export const SubmissionRequestSchema = SubmissionSchema.extend({
  facts: SubmittedFactsSchema.default([]).describe('产品资料，属性见 `/api/attributes`。通过审核后以“厂商自述”收录。'),
  files: z
    .array(storedText().max(TEXT.word))
    .max(SUBMISSION_FILES.max, SUBMISSION_FILE_MESSAGES.tooMany(SUBMISSION_FILES.max))
    .default([])
    .describe('已上传附件的 `key`。'),
  screenshots: z
    .array(z.object({ key: storedText().max(TEXT.word), caption: CaptionSchema }))
    .max(SCREENSHOT.max, SCREENSHOT_MESSAGES.tooMany)
    .default([])
    .describe('已上传截图的 `key` 与说明。通过审核后成为产品截图。'),
  // Existing clients send it.
  category: z.unknown().optional().describe('不起作用，由服务器推得。'),
}).meta({ id: 'Submission' })
export type SubmissionRequest = z.infer<typeof SubmissionRequestSchema>

/** An uploaded file that belongs to no submission yet; a submission claims it by its key. */
export const UploadedSubmissionFileSchema = z
  .object({ key: z.string(), name: z.string(), size: z.int() })
  .meta({ id: 'SubmissionFile' })
export type UploadedSubmissionFile = z.infer<typeof UploadedSubmissionFileSchema>

/** The limits of attachments: number (`most`, a name of the public reply), size and extensions. */
export const SubmissionFileRulesSchema = z
  .object({ most: z.int(), maxBytes: z.int(), types: z.array(z.string()) })
  .meta({ id: 'SubmissionFileRules' })
export type SubmissionFileRules = z.infer<typeof SubmissionFileRulesSchema>

export const SubmissionReceiptSchema = z
  .object({ receipt: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'SubmissionReceipt' })
export type SubmissionReceipt = z.infer<typeof SubmissionReceiptSchema>

export const SubmissionStatusQuerySchema = z.object({
  receipt: requiredText(MESSAGES.receipt, TEXT.word),
  contactEmail: emailAddress(MESSAGES.contactEmail, MESSAGES.contactEmailFormat),
})
export type SubmissionStatusQuery = z.infer<typeof SubmissionStatusQuerySchema>

/** Returns whether an input is an absolute http or https URL whose host has a dot. */
function isWebUrl(input: string): boolean {
  if (!/^https?:\/\//i.test(input) || /\s/.test(input)) return false
  const url = URL.parse(input)
  return url !== null && url.username === '' && url.password === '' && url.hostname.includes('.')
}
