import type { SubmissionProgress } from '#contracts/submissions/submission.ts'
import type { SubmissionRow } from './store.ts'

/** Returns a submission as its vendor sees it: the notes are those meant for them, never the reviewers' own. */
export const toSubmissionProgress = (row: SubmissionRow): SubmissionProgress => ({
  receipt: row.receipt,
  productName: row.productName,
  status: row.status,
  createdAt: row.createdAt,
  reviewedAt: row.reviewedAt,
  notes: row.vendorNotes,
  productId: row.productId,
})
