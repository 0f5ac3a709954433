import type { SubmissionProgress } from '#contracts/submissions/submission.ts'
import type { SubmissionRow } from './store.ts'

/** Returns a submission's vendor view, with the notes for the vendor but not the reviewers' internal ones. */
export const toSubmissionProgress = (row: SubmissionRow): SubmissionProgress => ({
  receipt: row.receipt,
  productName: row.productName,
  status: row.status,
  createdAt: row.createdAt,
  reviewedAt: row.reviewedAt,
  notes: row.vendorNotes,
  productId: row.productId,
})
