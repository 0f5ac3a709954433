/** What vendors have changed in returned submissions, as the back office reads it. */
import { z } from 'zod'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { outsiderText, personalData } from '../outsider-data.ts'
import { CONTACT_FIELDS, OPEN_FIELDS } from '../submissions/form-parts.ts'
import { ReturnReasonSchema } from '../submissions/return-reasons.ts'
import { SubmissionFileSchema } from './submission-review.ts'

const contact = personalData(z.string())

/** One correction: why the submission was returned, and only what differs from before. '' is what was not there. */
const SubmissionCorrectionSchema = z.object({
  returnedAt: z.iso.datetime(),
  returnedBy: UserReferenceSchema.nullable(),
  correctedAt: z.iso.datetime(),
  reasons: z.array(ReturnReasonSchema),
  fields: z.array(z.object({ path: z.enum(OPEN_FIELDS), before: outsiderText(), after: outsiderText() })),
  contacts: z.array(z.object({ path: z.enum(CONTACT_FIELDS), before: contact, after: contact })),
  facts: z.array(z.object({ attribute: z.string(), label: z.string(), before: outsiderText(), after: outsiderText() })),
  addedFiles: z.array(SubmissionFileSchema),
  removedFiles: z.array(SubmissionFileSchema),
  captions: z.array(z.object({ id: z.string(), name: outsiderText(), before: outsiderText(), after: outsiderText() })),
})
export type SubmissionCorrection = z.infer<typeof SubmissionCorrectionSchema>

export const SubmissionCorrectionsSchema = z.array(SubmissionCorrectionSchema).meta({ id: 'SubmissionCorrections' })
