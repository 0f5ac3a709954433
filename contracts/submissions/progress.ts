/** Submissions as their vendors follow them. */
import { z } from 'zod'
import { ReturnReasonSchema } from './return-reasons.ts'
import { SUBMISSION_STATUSES } from './statuses.ts'

/** The status of a submission as its vendor sees it. `notes` are the reviewer's notes to the vendor. */
export const SubmissionProgressSchema = z
  .object({
    receipt: z.string(),
    productName: z.string(),
    status: z.enum(SUBMISSION_STATUSES),
    createdAt: z.iso.datetime(),
    reviewedAt: z.iso.datetime().nullable(),
    notes: z.string(),
    /** Why it was returned; empty unless it is to be corrected. */
    reasons: z.array(ReturnReasonSchema),
    /** When its vendor corrected it last. */
    correctedAt: z.iso.datetime().nullable(),
    /** Whether it updates a listed product. */
    isUpdate: z.boolean(),
    productId: z.string().nullable(),
  })
  .meta({ id: 'SubmissionProgress' })
export type SubmissionProgress = z.infer<typeof SubmissionProgressSchema>

/** The submissions with the email address of a member's account; empty until that address is verified. */
export const OwnSubmissionsSchema = z
  .object({ isEmailVerified: z.boolean(), submissions: z.array(SubmissionProgressSchema) })
  .meta({ id: 'OwnSubmissions' })
export type OwnSubmissions = z.infer<typeof OwnSubmissionsSchema>
