import { z } from 'zod'
import {
  SubmissionFileSchema,
  type SubmissionRecord,
  SubmissionRecordSchema,
} from '#contracts/submission-review/submission-review.ts'
import type { SubmissionProgress } from '#contracts/submissions/submission.ts'
import type { SubmissionFilesTable } from '#server/platform/database/tables/requests.ts'
import type { SubmissionRow } from './store.ts'

/** A submission as its vendor sees it: the notes are those meant for them, never the reviewers' own. */
export const submissionProgress = (row: SubmissionRow): SubmissionProgress => ({
  receipt: row.receipt,
  productName: row.productName,
  status: row.status,
  createdAt: row.createdAt,
  reviewedAt: row.reviewedAt,
  notes: row.vendorNotes,
  productId: row.productId,
})

/** A submission as the back office sees it. `seesContacts` says whether the reader may know the people behind it. */
export const submissionRecord = (
  row: SubmissionRow,
  files: readonly SubmissionFilesTable[],
  seesContacts: boolean,
): SubmissionRecord => ({
  ...{ _id: row.id, receipt: row.receipt, status: row.status, category: row.category },
  ...{ productName: row.productName, companyName: row.companyName, productDescription: row.productDescription },
  ...{ targetUsers: row.targetUsers, keyFeatures: row.keyFeatures, deploymentType: row.deploymentType },
  ...{ website: row.website, additionalInfo: row.additionalInfo },
  contactName: seesContacts ? row.contactName : '',
  contactEmail: seesContacts ? row.contactEmail : '',
  contactPhone: seesContacts ? row.contactPhone : '',
  ...{ createdAt: row.createdAt, updatedAt: row.updatedAt, reviewedAt: row.reviewedAt, productId: row.productId },
  reviewedBy: row.reviewedBy === null ? null : { id: row.reviewedBy, name: row.reviewedByName ?? '' },
  ...{ reviewNotes: row.reviewNotes, vendorNotes: row.vendorNotes, version: row.version },
  checklist: SubmissionRecordSchema.shape.checklist.parse(row.checklistJson),
  files: z.array(SubmissionFileSchema).parse(files),
})
