import { z } from 'zod'
import { SubmittedFactsSchema } from '#contracts/facts/fact.ts'
import { SubmissionFileSchema } from '#contracts/submission-review/submission-review.ts'
import { SubmittedValuesSchema } from '#contracts/submissions/form-values.ts'
import type { SubmissionFileRow } from '../attachments/service.ts'
import type { SubmissionRow } from '../store.ts'

/** What a correction can change, as it is stored of an earlier version. */
export const SubmissionContentsSchema = z.object({
  values: SubmittedValuesSchema,
  facts: SubmittedFactsSchema,
  files: z.array(SubmissionFileSchema),
})
export type SubmissionContents = z.infer<typeof SubmissionContentsSchema>

/** Returns the present contents of a submission. */
export const toContents = (row: SubmissionRow, files: readonly SubmissionFileRow[]): SubmissionContents =>
  SubmissionContentsSchema.parse({ values: row, facts: row.factsJson, files })
