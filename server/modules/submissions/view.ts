import { z } from 'zod'
import { FORM_PART_LABELS, toFormPart } from '#contracts/submissions/form-parts.ts'
import type { SubmissionProgress } from '#contracts/submissions/progress.ts'
import { type ReturnReason, ReturnReasonSchema } from '#contracts/submissions/return-reasons.ts'
import type { SubmissionRow } from './store.ts'

/** Earlier versions stored reasons about parts only, whose names are fixed. */
const StoredReasonSchema = ReturnReasonSchema.extend({ label: z.string().optional() })

/** Returns the stored reasons of a return. */
export const parseReasons = (stored: unknown): ReturnReason[] =>
  z
    .array(StoredReasonSchema)
    .parse(stored)
    .map(({ path, label = FORM_PART_LABELS[toFormPart(path)], message }) => ({ path, label, message }))

/** Returns a submission's vendor view, with the notes for the vendor but not the reviewers' internal ones. */
export const toSubmissionProgress = (row: SubmissionRow): SubmissionProgress => ({
  receipt: row.receipt,
  productName: row.productName,
  status: row.status,
  createdAt: row.createdAt,
  reviewedAt: row.reviewedAt,
  notes: row.vendorNotes,
  reasons: row.status === 'returned' ? parseReasons(row.reasonsJson) : [],
  correctedAt: row.correctedAt,
  isUpdate: row.updatesProductId !== null,
  productId: row.productId,
})

/** Returns what is stored about the contact of a submission, for the contact, with the vendor view. */
export const toContactData = (row: SubmissionRow) => ({
  ...toSubmissionProgress(row),
  companyName: row.companyName,
  contactName: row.contactName,
  contactEmail: row.contactEmail,
  contactPhone: row.contactPhone,
  termsVersion: row.termsVersion,
})
