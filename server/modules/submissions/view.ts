import { z } from 'zod'
import { FORM_PART_LABELS, findFactKey, toFormPart } from '#contracts/submissions/form-parts.ts'
import type { SubmissionProgress } from '#contracts/submissions/progress.ts'
import { type ReturnReason, ReturnReasonSchema } from '#contracts/submissions/return-reasons.ts'
import type { SubmissionRow } from './store.ts'

/** Earlier versions stored reasons about parts only, whose names are fixed. */
const StoredReasonSchema = ReturnReasonSchema.omit({ isAsked: true }).extend({ label: z.string().optional() })

/** Returns the stored reasons of a return, and which are about attributes that aren't asked for any more. */
export const parseReasons = (stored: unknown, askedKeys: ReadonlySet<string>): ReturnReason[] =>
  z
    .array(StoredReasonSchema)
    .parse(stored)
    .map(({ path, label = FORM_PART_LABELS[toFormPart(path)], message }) => {
      const key = findFactKey(path)
      return { path, label, message, isAsked: key === undefined || askedKeys.has(key) }
    })

/** Returns a submission's vendor view, with the notes for the vendor but not the reviewers' internal ones. */
export const toSubmissionProgress = (row: SubmissionRow, askedKeys: ReadonlySet<string>): SubmissionProgress => ({
  receipt: row.receipt,
  productName: row.productName,
  status: row.status,
  createdAt: row.createdAt,
  reviewedAt: row.reviewedAt,
  notes: row.vendorNotes,
  reasons: row.status === 'returned' ? parseReasons(row.reasonsJson, askedKeys) : [],
  correctedAt: row.correctedAt,
  isUpdate: row.updatesProductId !== null,
  productId: row.productId,
})

/** Returns what is stored about the contact of a submission, for the contact, with the vendor view. */
export const toContactData = (row: SubmissionRow, askedKeys: ReadonlySet<string>) => ({
  ...toSubmissionProgress(row, askedKeys),
  companyName: row.companyName,
  contactName: row.contactName,
  contactEmail: row.contactEmail,
  contactPhone: row.contactPhone,
  termsVersion: row.termsVersion,
})
