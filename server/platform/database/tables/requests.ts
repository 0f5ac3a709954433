/** Tables of visitors' requests: submissions and leads. */
import type { LeadKind, LeadStatus, SubmissionStatus } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

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
  category: string
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
  /** The sender's, by which a repeated request is known. */
  idempotencyKey: string | null
  /** Counts up: later ones have greater numbers. Names the row in `submission_grams`, too. */
  ordinal: number
  /** Counts what reviewers changed: notes, checklist, verdict. */
  version: number
  /** Product, company and description as they are searched, then the readings of the first two. */
  searchText: string
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
  status: LeadStatus
  ownerId: string | null
  notes: string
  createdAt: string
  updatedAt: string
  contactedAt: string | null
  /** Counts the row's changes. */
  version: number
  /** `buildSearchLines` of what every reader may see. */
  searchOpen: string
  /** `buildSearchLines` of what only readers of contact data may see. */
  searchContact: string
}
