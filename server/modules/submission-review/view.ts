import { z } from 'zod'
import type { SubmittedFactRecord } from '#contracts/facts/fact.ts'
import { SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { redactContacts } from '#contracts/rules/redact-contacts.ts'
import { endOfWorkingDays } from '#contracts/rules/working-days.ts'
import {
  SubmissionFileSchema,
  type SubmissionRecord,
  SubmissionRecordSchema,
} from '#contracts/submission-review/submission-review.ts'
import { ChangedFieldsSchema } from '#contracts/vendors/product-update.ts'
import type { SubmissionRow } from '#server/modules/submissions/service.ts'
import type { SubmissionFilesTable } from '#server/platform/database/tables/requests.ts'

/**
 * Returns a submission's back-office view. For viewers without access to contacts, those are omitted, and redacted in
 * all other texts.
 */
export function toSubmissionRecord(
  row: SubmissionRow,
  { files, facts }: { files: readonly SubmissionFilesTable[]; facts: readonly SubmittedFactRecord[] },
  caller: Caller,
): SubmissionRecord {
  const canReadContacts = can(caller, 'contacts:read')
  const omitContact = (value: string) => (canReadContacts ? value : '')
  const redactText = (text: string) => (canReadContacts ? text : redactContacts(text))
  return {
    _id: row.id,
    receipt: row.receipt,
    status: row.status,
    category: row.category,
    productName: redactText(row.productName),
    companyName: redactText(row.companyName),
    productDescription: redactText(row.productDescription),
    targetUsers: redactText(row.targetUsers),
    keyFeatures: redactText(row.keyFeatures),
    deploymentType: row.deploymentType,
    website: redactText(row.website),
    additionalInfo: redactText(row.additionalInfo),
    contactName: omitContact(row.contactName),
    contactEmail: omitContact(row.contactEmail),
    contactPhone: omitContact(row.contactPhone),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    dueAt: row.status === 'pending' ? endOfWorkingDays(new Date(row.createdAt), SUBMISSION_REVIEW_WORKING_DAYS) : null,
    reviewedAt: row.reviewedAt,
    update:
      row.updatesProductId === null
        ? null
        : { productId: row.updatesProductId, changedFields: ChangedFieldsSchema.parse(row.changedFieldsJson) },
    productId: row.productId,
    isProductUpdated: row.previousProductJson !== null,
    hasDecisionMail: row.decisionMailId !== null,
    reviewedBy: row.reviewedBy === null ? null : { id: row.reviewedBy, name: row.reviewedByName ?? '' },
    reviewNotes: redactText(row.reviewNotes),
    vendorNotes: redactText(row.vendorNotes),
    version: row.version,
    checklist: SubmissionRecordSchema.shape.checklist.parse(row.checklistJson),
    facts: facts.map((fact) => ({
      ...fact,
      value: canReadContacts ? fact.value : redactTexts(fact.value),
      sourceUrl: redactText(fact.sourceUrl),
      note: redactText(fact.note),
    })),
    files: z.array(SubmissionFileSchema).parse(
      files.map((file) => ({
        ...file,
        name: redactText(file.name),
        caption: file.caption === null ? null : redactText(file.caption),
      })),
    ),
  }
}

/** Returns a value with every text in it redacted. */
function redactTexts(value: unknown): unknown {
  if (typeof value === 'string') return redactContacts(value)
  if (Array.isArray(value)) return value.map(redactTexts)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, redactTexts(part)]))
}
