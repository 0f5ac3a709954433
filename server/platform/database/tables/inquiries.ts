/** Inquiries: questions to vendors, whose answers are encrypted with a key of the inquiry. */
import type { ColumnType, Generated } from 'kysely'
import type { InquiryStatus, InvitationStatus, Outcome } from '#contracts/inquiries/statuses.ts'
import type { Json } from './json.ts'

/** `version` is that of the draft, `publishedVersion` that of the newest published one (0 for none). */
export type InquiriesTable = {
  id: string
  ownerId: string
  status: InquiryStatus
  /** What the owner edits while it is a draft. */
  contentsJson: Json
  deadline: string | null
  /** The address of the account that has to confirm the opening as well; '' if nobody has to. */
  secondOpener: string
  version: Generated<number>
  publishedVersion: number
  publishedAt: string | null
  /** The key of answers and files, encrypted with `APP_SECRET`; `null` in a draft, and once destroyed. */
  keyEncrypted: string | null
  /** Who has confirmed the opening, and when. */
  confirmationsJson: Json
  /** Replacements of the second opener, the oldest first. */
  openerChangesJson: ColumnType<unknown, string | undefined, string>
  /** The evaluation project that answers and offers go into; `null` if none was chosen. */
  projectId: Generated<string | null>
  /** Whether vendors who haven't handed in are reminded before the deadline. */
  isReminding: Generated<boolean>
  openedAt: string | null
  closedAt: string | null
  createdAt: string
  updatedAt: string
  /** Who saved it last; `null` if unknown. */
  updatedBy: Generated<string | null>
}

/** What was published: the first version, and one for each addendum. */
export type InquiryVersionsTable = {
  inquiryId: string
  version: number
  /** '' if vendors aren't told who asks. */
  askerName: string
  /** The explanation of an addendum; '' in the first version. */
  note: string
  questionsJson: Json
  deadline: string
  createdAt: string
}

/** An invited address. `submissionEncrypted` is what was handed in last, whose hash `submissionHash` is. */
export type InquiryInvitationsTable = {
  id: string
  inquiryId: string
  product: string
  /** The product of the catalogue; `null` if it isn't in it. */
  productId: Generated<string | null>
  email: string
  status: InvitationStatus
  statusAt: string
  tokenHash: string | null
  /** That of the link by which a member with the invited address answers from their own pages. */
  memberTokenHash: Generated<string | null>
  linkExpiresAt: string | null
  sentAt: string | null
  submittedAt: string | null
  submittedVersion: number | null
  /** The account that handed in for its organisation; `null` if the link was used, or the account was deleted. */
  submitterId: Generated<string | null>
  /** When what had been handed in was withdrawn; `null` once it is handed in again. */
  withdrawnAt: string | null
  submissionEncrypted: string | null
  submissionHash: string | null
  /** When opened answers are (again) to be proposed to the catalogue; `null` if they aren't. */
  proposalDueAt: Generated<string | null>
  /** When the vendor is to be reminded of the deadline; `null` if that is over, or never. */
  reminderDueAt: Generated<string | null>
  remindedAt: Generated<string | null>
  outcome: Outcome | null
  outcomeText: string
  createdAt: string
}

export type InquiryAnswersTable = {
  invitationId: string
  question: string
  version: number
  contentEncrypted: string
  updatedAt: string
}

/** `isRemoved` files are kept while they are part of what was handed in. */
export type InquiryFilesTable = {
  id: string
  invitationId: string
  /** Question, name and hash. */
  detailsEncrypted: string
  size: number
  fileKey: string
  isRemoved: boolean
  createdAt: string
}

/** Questions that vendors ask back, which aren't sealed: the owner answers them before the deadline. */
export type InquiryClarificationsTable = {
  id: string
  inquiryId: string
  invitationId: string
  question: string
  answer: string
  askedAt: string
  answeredAt: string | null
}

/** Addresses that refuse all inquiries, found by keyed hashes. */
export type InquiryBlocksTable = {
  addressHash: string
  /** From which the hash is calculated again after `APP_SECRET` was replaced; `null` in older rows. */
  addressEncrypted: Generated<string | null>
  createdAt: string
}

/** Answers that an address has kept for later inquiries; encrypted with `APP_SECRET`, as they outlive their inquiry. */
export type InquiryLibraryTable = {
  id: string
  email: string
  /** The id of the product in the catalogue, or `name:` and its name. */
  product: string
  /** `attribute:` and the key of the attribute, or `text:` and the words of the question. */
  question: string
  contentEncrypted: string
  updatedAt: string
}

export type InquiryTables = {
  inquiries: InquiriesTable
  inquiryVersions: InquiryVersionsTable
  inquiryInvitations: InquiryInvitationsTable
  inquiryAnswers: InquiryAnswersTable
  inquiryFiles: InquiryFilesTable
  inquiryClarifications: InquiryClarificationsTable
  inquiryBlocks: InquiryBlocksTable
  inquiryLibrary: InquiryLibraryTable
}
