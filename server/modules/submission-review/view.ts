import { z } from 'zod'
import {
  SubmissionFileSchema,
  type SubmissionRecord,
  SubmissionRecordSchema,
} from '#contracts/submission-review/submission-review.ts'
import type { SubmissionRow } from '#server/modules/submissions/service.ts'
import type { SubmissionFilesTable } from '#server/platform/database/tables/requests.ts'

/**
 * Returns a submission as the back office sees it. `canSeeContacts` says whether the reader may know the people behind
 * it.
 */
export const toSubmissionRecord = (
  row: SubmissionRow,
  files: readonly SubmissionFilesTable[],
  canSeeContacts: boolean,
): SubmissionRecord => ({
  _id: row.id,
  receipt: row.receipt,
  status: row.status,
  category: row.category,
  productName: row.productName,
  companyName: row.companyName,
  productDescription: row.productDescription,
  targetUsers: row.targetUsers,
  keyFeatures: row.keyFeatures,
  deploymentType: row.deploymentType,
  website: row.website,
  additionalInfo: row.additionalInfo,
  contactName: canSeeContacts ? row.contactName : '',
  contactEmail: canSeeContacts ? row.contactEmail : '',
  contactPhone: canSeeContacts ? row.contactPhone : '',
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  reviewedAt: row.reviewedAt,
  productId: row.productId,
  reviewedBy: row.reviewedBy === null ? null : { id: row.reviewedBy, name: row.reviewedByName ?? '' },
  reviewNotes: row.reviewNotes,
  vendorNotes: row.vendorNotes,
  version: row.version,
  checklist: SubmissionRecordSchema.shape.checklist.parse(row.checklistJson),
  files: z.array(SubmissionFileSchema).parse(files),
})
