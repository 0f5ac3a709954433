/**
 * The tables as the stores see them: camel case, times as ISO text, `…Json` columns as text on the way in and parsed
 * on the way out, `is…` columns as booleans. `columns-plugin.ts` does the turning.
 */
import type { ColumnType, Generated } from 'kysely'
import type { AuditAction } from '#contracts/audit.ts'
import type { MailKind, MailState } from '#contracts/mail.ts'
import type {
  Catalogue,
  DocumentKind,
  LeadKind,
  LeadState,
  LinkPurpose,
  Role,
  SubmissionStatus,
  UserStatus,
} from '#contracts/vocabulary.ts'

/** Written as text, read as a value that the reader still has to check. */
type Json = ColumnType<unknown, string, string>

export type DocumentsTable = {
  kind: DocumentKind
  revision: number
  dataJson: Json
  updatedAt: string
  updatedBy: string | null
  updatedByName: string | null
}

export type DocumentRevisionsTable = {
  kind: DocumentKind
  revision: number
  dataJson: Json
  createdAt: string
  createdBy: string | null
  /** The name that the user had then. */
  createdByName: string | null
  /** `RevisionChanges`; none for what was saved before it was counted. */
  changesJson: ColumnType<unknown, string | null, string | null>
  restoredFrom: number | null
}

export type ProductsTable = {
  id: string
  catalogue: Catalogue
  name: string
  slogan: string
  description: string
  category: string
  price: string
  rating: number | null
  isActive: boolean
  position: number
  company: string
  contactEmail: string
  views: number
  /** The fields that no query looks at, and the keys that the schema does not know. */
  detailsJson: Json
  /** `SearchText`, made when the row was saved. */
  searchJson: Json
  /** Counts the row's changes. */
  version: number
  createdAt: string
  updatedAt: string
  deletedAt: string | null
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
  category: string
  status: SubmissionStatus
  /** For the reviewers alone. */
  reviewNotes: string
  /** For the vendor, on the look-up page. */
  vendorNotes: string
  reviewedAt: string | null
  reviewedBy: string | null
  /** The name that the reviewer had then; `null` where the system approved by itself. */
  reviewedByName: string | null
  /** Keys of `REVIEW_CHECKS` that are ticked. */
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
  state: LeadState
  ownerId: string | null
  notes: string
  createdAt: string
  updatedAt: string
  contactedAt: string | null
  /** Counts the row's changes. */
  version: number
  /** `searchLines` of what every reader may see. */
  searchOpen: string
  /** `searchLines` of what only readers of contact data may see. */
  searchContact: string
}

export type ReportsTable = {
  id: string
  productName: string
  techScore: number
  businessScore: number
  marketScore: number
  score: number
  recommendation: string
  weightsJson: Json
  thresholdsJson: Json
  createdAt: string
}

export type QrCodesTable = {
  id: string
  type: string
  title: string
  description: string
  imagePath: string
  contactName: string
  contactPosition: string
  isActive: boolean
  scanCount: Generated<number>
  displayOrder: number
  createdAt: string
}

/** One row a part: `general`, `security`, `logo`, `app-download`. */
export type SettingsTable = { part: string; valueJson: Json; updatedAt: string }

/** What is stored in the file store: the key is its path below `/uploads/`. */
export type FilesTable = {
  key: string
  originalName: string
  mimetype: string
  size: number
  createdAt: string
}

export type UsersTable = {
  id: string
  /** In lower case. */
  email: string
  /** The address up to its `@`, by which one may sign in too. */
  localPart: string
  name: string
  passwordHash: string
  role: Role
  status: UserStatus
  company: string
  position: string
  phone: string
  /** `peopleSearchText` of name and company, made when they were saved. */
  searchText: string
  lastLogin: string | null
  createdAt: string
  updatedAt: string
}

export type SessionsTable = {
  id: string
  userId: string
  /** SHA-256 of the token: who reads this table can't sign in with it. */
  tokenHash: string
  ip: string | null
  userAgent: string | null
  createdAt: string
  expiresAt: string
}

/** Sign-ins of the last minutes that failed or are still being checked; all but the time are hashes. */
export type LoginAttemptsTable = {
  id: string
  /** Of what was typed, in lower case. */
  name: string
  /** Of what was typed, up to its `@`. */
  localPart: string
  /** Of the network address. */
  address: string
  /** False while it is being checked. */
  isFailed: boolean
  at: string
}

/** `lastStep` is that of the last code used: it and those before count no more. On once it is confirmed. */
export type TwoFactorsTable = {
  userId: string
  /** By APP_SECRET. */
  secretEncrypted: string
  lastStep: number
  confirmedAt: string | null
}

/** Those that were not used yet. */
export type RecoveryCodesTable = { userId: string; codeHash: string }

/** Sign-ins whose password was right and whose code is awaited. */
export type LoginChallengesTable = { tokenHash: string; userId: string; typedName: string; expiresAt: string }

/** A secret that a letter brought, by its hash; each counts once, and one a purpose for each user. */
export type AccountLinksTable = {
  tokenHash: string
  userId: string
  purpose: LinkPurpose
  createdAt: string
  expiresAt: string
}

/** Who has a document's editor open; a row that was not seen for `PRESENCE.goneMs` counts no more. */
export type PresenceTable = { kind: DocumentKind; userId: string; name: string; since: string; seenAt: string }

/** What was done in the back office, by whom, by the name that they had then. */
export type AuditEntriesTable = {
  id: string
  at: string
  userId: string | null
  userName: string
  action: AuditAction
  target: string
  detail: string
  ip: string | null
}

/** The mail settings: one row, of the id `default`. */
export type MailConfigsTable = {
  id: string
  revision: number
  /** Without the password. */
  valueJson: Json
  /** By APP_SECRET. */
  passwordEncrypted: string | null
  lastTestJson: ColumnType<unknown, string | null, string | null>
  updatedAt: string
}

/** Letters that wait, that were sent, and that failed. */
export type OutboxTable = {
  id: string
  kind: MailKind
  toName: string
  toEmail: string
  subject: string
  /** By APP_SECRET: what the letter says; links in it are secrets. Gone once it is sent. */
  letterEncrypted: string | null
  state: MailState
  /** Those that have begun. */
  attempts: number
  lastError: string
  createdAt: string
  nextAttemptAt: string | null
  sentAt: string | null
  /** Who is sending it now, and till when nobody else may. */
  lease: string | null
  leasedUntil: string | null
}

/** What is counted of visits: `views` and `visitors` (under the name ''), and views by each of the others' names. */
export type VisitKind = 'views' | 'visitors' | 'page' | 'product' | 'referrer' | 'device'

/** Sums by day (`2026-11-21`, of Asia/Shanghai) and by month (`2026-11`); nothing of the visitor. */
export type VisitCountsTable = { kind: VisitKind; period: string; name: string; count: number }

/** What makes a day's hashes: nobody can make them again once it is deleted, after that day. */
export type VisitSaltsTable = { day: string; salt: string }

/** Who was here on a day, as salted hashes that mean nothing after it; deleted with the day's salt. */
export type VisitorHashesTable = { day: string; hash: string }

/** Work that one node does for all; whoever moves `until` on has it till then. */
export type ClaimsTable = { name: string; until: string }

/** How often what stands under a name has changed; see `change-feed.ts`. */
export type ChangesTable = { name: string; revision: number }

export type Tables = {
  documents: DocumentsTable
  documentRevisions: DocumentRevisionsTable
  products: ProductsTable
  submissions: SubmissionsTable
  submissionFiles: SubmissionFilesTable
  leads: LeadsTable
  reports: ReportsTable
  qrCodes: QrCodesTable
  settings: SettingsTable
  files: FilesTable
  users: UsersTable
  sessions: SessionsTable
  loginAttempts: LoginAttemptsTable
  twoFactors: TwoFactorsTable
  recoveryCodes: RecoveryCodesTable
  loginChallenges: LoginChallengesTable
  accountLinks: AccountLinksTable
  presence: PresenceTable
  auditEntries: AuditEntriesTable
  mailConfigs: MailConfigsTable
  outbox: OutboxTable
  visitCounts: VisitCountsTable
  visitSalts: VisitSaltsTable
  visitorHashes: VisitorHashesTable
  claims: ClaimsTable
  changes: ChangesTable
}
