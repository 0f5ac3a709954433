import { z } from 'zod'
import type { Assignment } from '#contracts/assignments/assignment.ts'
import type { SubmittedFactRecord } from '#contracts/facts/fact.ts'
import { SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { endOfWorkingDays } from '#contracts/rules/working-days.ts'
import {
  SubmissionFileSchema,
  type SubmissionRecord,
  SubmissionRecordSchema,
} from '#contracts/submission-review/submission-review.ts'
import { ChangedFieldsSchema } from '#contracts/vendors/product-update.ts'
import { parseReasons, type SubmissionFileRow, type SubmissionRow } from '#server/modules/submissions/service.ts'

type RecordParts = {
  files: readonly SubmissionFileRow[]
  facts: readonly SubmittedFactRecord[]
  assignment: Assignment
  /** The keys of the attributes for which the form asks. */
  askedKeys: ReadonlySet<string>
}

/** Returns the deadline that was promised to the vendor; `null` once the submission is reviewed or returned. */
export const getPromisedAt = (row: Pick<SubmissionRow, 'status' | 'dueFrom' | 'createdAt'>): string | null =>
  row.status === 'pending'
    ? endOfWorkingDays(new Date(row.dueFrom ?? row.createdAt), SUBMISSION_REVIEW_WORKING_DAYS)
    : null

/** Returns a submission's back-office view. */
export function toSubmissionRecord(
  row: SubmissionRow,
  { files, facts, assignment, askedKeys }: RecordParts,
): SubmissionRecord {
  return {
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
    contactName: row.contactName,
    contactEmail: row.contactEmail,
    contactPhone: row.contactPhone,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    deletedAt: row.deletedAt,
    dueAt: getPromisedAt(row),
    assignment,
    reviewedAt: row.reviewedAt,
    reasons: parseReasons(row.reasonsJson, askedKeys),
    correctedAt: row.correctedAt,
    unreadMessages: row.unreadMessages,
    update:
      row.updatesProductId === null
        ? null
        : { productId: row.updatesProductId, changedFields: ChangedFieldsSchema.parse(row.changedFieldsJson) },
    productId: row.productId,
    isProductUpdated: row.previousProductJson !== null,
    hasDecisionMail: row.decisionMailId !== null,
    reviewedBy: row.reviewedBy === null ? null : { id: row.reviewedBy, name: row.reviewedByName ?? '' },
    reviewNotes: row.reviewNotes,
    vendorNotes: row.vendorNotes,
    version: row.version,
    checklist: SubmissionRecordSchema.shape.checklist.parse(row.checklistJson),
    facts: [...facts],
    files: z.array(SubmissionFileSchema).parse(files),
  }
}
