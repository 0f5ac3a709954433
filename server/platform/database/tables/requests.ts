/** Tables of visitors' requests: submissions and leads. */
import type { ColumnType } from 'kysely'
import type { LeadKind, LeadStatus, SubmissionCategory, SubmissionStatus } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type RequestTables = {
  submissions: SubmissionsTable
  submissionFiles: SubmissionFilesTable
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
  /** For the reviewers alone. */
  reviewNotes: string
  /** For the vendor, on the look-up page. */
  vendorNotes: string
  reviewedAt: string | null
  reviewedBy: string | null
  /** The name that the reviewer had then; `null` if the system approved by itself. */
  reviewedByName: string | null
  /** Keys of `SUBMISSION_REVIEW_CHECKS` that are ticked. */
  checklistJson: Json
  productId: string | null
  /** The product's version right after the approval: at another one, somebody has changed it since. */
  productVersion: number | null
  /** What the product was before the approval updated it; `null` if the approval made it. */
  productBeforeJson: ColumnType<unknown, string | null, string | null>
  /** `SubmittedFact`s, as the vendor sent them. */
  factsJson: ColumnType<unknown, string | undefined, string>
  /** The product's facts before the approval; `null` if it changed none. */
  factsBeforeJson: ColumnType<unknown, string | null | undefined, string | null>
  /** The version of the product's facts right after the approval. */
  factsVersion: number | null
  /** The mail of the verdict in the outbox, if one was queued. */
  verdictMailId: string | null
  /** Since when it is in the recycle bin. */
  deletedAt: string | null
  /** The sender's, by which a repeated request is known. */
  idempotencyKey: string | null
  /** Counts up: later ones have greater numbers. Names the row in both tables of grams, too. */
  ordinal: number
  /** Counts what reviewers changed: notes, checklist, verdict. */
  version: number
  /** What readers of contact data may search: all of it, the description too, which may name a contact. */
  searchText: string
  /** The version of the terms that was agreed to; `null` if a call said nothing of it. */
  termsVersion: number | null
  /** What every reader may search: product, company and receipt. */
  searchOpen: string
  createdAt: string
  updatedAt: string
}

/** Files beside submissions; those of no submission yet wait for a day. */
export type SubmissionFilesTable = {
  id: string
  /** In the file store. */
  fileKey: string
  submissionId: string | null
  position: number
  name: string
  mimetype: string
  size: number
  /** What a picture of the product shows; `null` for an attachment. */
  caption: string | null
  createdAt: string
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
  /** The version of the terms that was agreed to; `null` if a call said nothing of it. */
  termsVersion: number | null
  status: LeadStatus
  ownerId: string | null
  notes: string
  createdAt: string
  updatedAt: string
  contactedAt: string | null
  /** Counts the row's changes. */
  version: number
  /** What every reader may search: company and product. */
  searchOpen: string
  /** What readers of contact data may search: contact, requirements and notes, too. */
  searchText: string
  /** Counts up: later ones have greater numbers. Names the row in both indexes of its words. */
  ordinal: number
}
