/** Tables of visitors' requests: submissions and leads. */
import type { ColumnType, Generated } from 'kysely'
import type { SubmissionStatus } from '#contracts/submissions/statuses.ts'
import type { LeadKind, LeadStatus, SubmissionCategory } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type RequestTables = {
  submissions: SubmissionsTable
  submissionFiles: SubmissionFilesTable
  submissionMessages: SubmissionMessagesTable
  submissionVersions: SubmissionVersionsTable
  leads: LeadsTable
}

export type SubmissionsTable = {
  id: string
  receipt: string
  companyName: string
  contactName: string
  contactEmail: string
  contactPhone: string
  productName: string
  productDescription: string
  targetUsers: string
  keyFeatures: string
  deploymentType: string
  website: string
  additionalInfo: string
  category: SubmissionCategory
  status: SubmissionStatus
  /** Visible to reviewers only. */
  reviewNotes: string
  /** Shown to the vendor on the look-up page. */
  vendorNotes: string
  /** `ReturnReason`s: of the return to the vendor, or of the one that was withdrawn last. */
  reasonsJson: ColumnType<unknown, string | undefined, string>
  /** The vendor's messages that no reviewer has read. */
  unreadMessages: Generated<number>
  /** When its vendor corrected it last. */
  correctedAt: Generated<string | null>
  /** The time from which the promised deadline counts since a correction; `null` for that of the creation. */
  dueFrom: Generated<string | null>
  reviewedAt: string | null
  reviewedBy: string | null
  /** The reviewer's name at that time; `null` if the submission was approved automatically. */
  reviewedByName: string | null
  /** The ticked keys of `SUBMISSION_REVIEW_CHECKS`. */
  checklistJson: Json
  productId: string | null
  /** The listed product that its vendor asks to update; `null` for a new product. */
  updatesProductId: string | null
  /** The `UpdatableField`s that the vendor changed; `null` for a new product. */
  changedFieldsJson: ColumnType<unknown, string | null | undefined, string | null>
  /** The product's version right after the approval; any other version means that it was changed since. */
  productVersion: number | null
  /** The product before the approval updated it; `null` if the approval created it. */
  previousProductJson: ColumnType<unknown, string | null, string | null>
  /** `SubmittedFact`s as sent by the vendor. */
  factsJson: ColumnType<unknown, string | undefined, string>
  /** The product's facts before the approval; `null` if it changed none. */
  previousFactsJson: ColumnType<unknown, string | null | undefined, string | null>
  /** The version of the product's facts right after the approval. */
  factsVersion: number | null
  /** The decision's mail in the outbox, if one was queued. */
  decisionMailId: string | null
  /** Who reviews it; may be disabled or deleted by now. */
  assigneeId: Generated<string | null>
  /** The deadline that was set for the assignee; `null` for the promised one. */
  assignmentDueAt: Generated<string | null>
  /** When it was moved to the recycle bin. */
  deletedAt: string | null
  /** Sent by the client to detect repeated requests. */
  /** Counts the rows in the order of their insertion; text indexes and search results identify the row by it. */
  ordinal: number
  /** Counts the reviewers' changes: notes, checklist, decision. */
  version: number
  /** Searchable by readers of contact data: all texts, including the description, which may name a contact. */
  searchText: string
  /** The version of the terms that was agreed to; `null` if the call didn't contain it. */
  termsVersion: number | null
  /** Searchable by every reader: product, company and receipt. */
  searchTextWithoutContacts: string
  createdAt: string
  updatedAt: string
  /** The account that saved the row last, which may be deleted by now; `null` for the system itself. */
  updatedBy: Generated<string | null>
}

/** Files attached to submissions; unclaimed ones are deleted after a day. */
export type SubmissionFilesTable = {
  id: string
  /** The key in the file store. */
  fileKey: string
  submissionId: string | null
  position: number
  name: string
  mimetype: string
  size: number
  /** The caption of a product picture; `null` for an attachment. */
  caption: string | null
  /** When a correction left it out; it then belongs to an earlier version only. */
  replacedAt: Generated<string | null>
  createdAt: string
}

/** The messages between vendors and reviewers. */
export type SubmissionMessagesTable = {
  id: string
  submissionId: string
  isFromVendor: boolean
  /** `null` for the vendor. */
  authorId: string | null
  authorName: string | null
  text: string
  createdAt: string
}

/** What submissions contained before their vendors corrected them. */
export type SubmissionVersionsTable = {
  submissionId: string
  /** Counts the versions of a submission, from 1. */
  number: number
  /** The `SubmissionContents`. */
  contentsJson: Json
  /** The `ReturnReason`s for which it was returned. */
  reasonsJson: Json
  returnedAt: string
  returnedBy: string | null
  returnedByName: string | null
  correctedAt: string
}

export type LeadsTable = {
  id: string
  kind: LeadKind
  companyName: string
  contactName: string
  phone: string
  email: string
  requirements: string
  productName: string
  /** The version of the terms that was agreed to; `null` if the call didn't contain it. */
  termsVersion: number | null
  status: LeadStatus
  ownerId: string | null
  /** The deadline that was set for the owner; `null` for the promised one. */
  assignmentDueAt: Generated<string | null>
  notes: string
  createdAt: string
  updatedAt: string
  /** The account that saved the row last, which may be deleted by now; `null` for the system itself. */
  updatedBy: Generated<string | null>
  contactedAt: string | null
  /** Counts the row's changes. */
  version: number
  /** Searchable by every reader: company and product. */
  searchTextWithoutContacts: string
  /** Searchable by readers of contact data: also contact, requirements and notes. */
  searchText: string
  /** Counts the rows in the order of their insertion; text indexes and search results identify the row by it. */
  ordinal: number
}
