/** Updates of listed products by their vendors. */
import { z } from 'zod'
import { FactSchema, SubmittedFactsSchema } from '../facts/fact.ts'
import { FormValuesSchema } from '../submissions/form-values.ts'
import { SubmissionRequestSchema, SubmissionSchema, UploadedSubmissionFileSchema } from '../submissions/submission.ts'
import { UPDATE_MESSAGES as MESSAGES } from './messages.ts'
import { UPDATABLE_FIELDS } from './updatable-fields.ts'

/** The fields of the form that the vendor changed. */
export const ChangedFieldsSchema = z.array(z.enum(UPDATABLE_FIELDS, MESSAGES.unknownField)).max(UPDATABLE_FIELDS.length)

/** An update that waits for its review, or for its vendor to correct it. */
export const PendingUpdateSchema = z.object({
  receipt: z.string(),
  createdAt: z.iso.datetime(),
  isReturned: z.boolean(),
})
export type PendingUpdate = z.infer<typeof PendingUpdateSchema>

/** A product with the values that the form of its update starts with. */
export const ProductUpdateFormSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The present values of the form. */
    values: FormValuesSchema,
    facts: z.array(FactSchema.pick({ attribute: true, value: true, isComplete: true, sourceUrl: true, isStale: true })),
    screenshotCount: z.int(),
    pending: PendingUpdateSchema.nullable(),
  })
  .meta({ id: 'ProductUpdateForm' })
export type ProductUpdateForm = z.infer<typeof ProductUpdateFormSchema>

/** An update: the whole form, and which of its fields differ from what it started with. `facts` are the changed ones. */
export const ProductUpdateRequestSchema = SubmissionRequestSchema.extend({ changedFields: ChangedFieldsSchema }).meta({
  id: 'ProductUpdate',
})
export type ProductUpdateRequest = z.infer<typeof ProductUpdateRequestSchema>

/** What a withdrawn update contained, so that the form can continue with it. The next update may claim its files. */
export const WithdrawnUpdateSchema = z
  .object({
    values: SubmissionSchema.omit({ agreeToTerms: true }).partial(),
    facts: SubmittedFactsSchema,
    files: z.array(UploadedSubmissionFileSchema),
    screenshots: z.array(UploadedSubmissionFileSchema.extend({ caption: z.string() })),
  })
  .meta({ id: 'WithdrawnUpdate' })
export type WithdrawnUpdate = z.infer<typeof WithdrawnUpdateSchema>
