/** Content documents, their history, drafts and open editors. */
import type { ColumnType } from 'kysely'
import type { DocumentKind, DraftKind } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type DocumentTables = {
  documents: DocumentsTable
  documentRevisions: DocumentRevisionsTable
  presence: PresenceTable
  drafts: DraftsTable
  contentDrafts: ContentDraftsTable
  previewLinks: PreviewLinksTable
}

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
  /** The user's name at that time. */
  createdByName: string | null
  /** `RevisionChanges`; `null` for revisions saved before changes were recorded. */
  changesJson: ColumnType<unknown, string | null, string | null>
  restoredFrom: number | null
}

/** The open editors of documents; rows not refreshed for `PRESENCE.expiryMs` are ignored. */
export type PresenceTable = {
  kind: DocumentKind
  userId: string
  /** Identifies one of the user's open editors. */
  editorId: string
  name: string
  since: string
  seenAt: string
}

/** The draft beside a published document or product, and when it will be published. */
export type ContentDraftsTable = {
  kind: DraftKind | `product:${string}`
  /** The product that it is a draft of; `null` for a document. */
  productId: string | null
  /** Never lower than that of an earlier draft of the document. */
  version: number
  dataJson: Json
  /** The published revision that the draft started from. */
  baseRevision: number
  savedAt: string
  savedBy: string
  /** The user's name at that time. */
  savedByName: string
  /** When the draft will be published; the three columns that follow are set together with it. */
  scheduledAt: string | null
  scheduledBy: string | null
  scheduledByName: string | null
  /** The published revision that it replaces. */
  replacesRevision: number | null
  /** Whether whoever scheduled it accepted the consequences for members. */
  isConfirmed: boolean
  /** `PublicationFailure` of the last scheduled time; `null` if it hasn't failed. */
  failureJson: ColumnType<unknown, string | null, string | null>
}

/** Links by which anyone can see a draft until they expire or the draft is published or discarded. */
export type PreviewLinksTable = {
  id: string
  kind: DraftKind | `product:${string}`
  /** The product whose draft it shows; `null` for that of a document. */
  productId: string | null
  tokenHash: string
  createdAt: string
  createdBy: string
  /** The user's name at that time. */
  createdByName: string
  expiresAt: string
}

/** A user's unsaved edits, one row per editor. */
export type DraftsTable = {
  userId: string
  id: string
  /** The edited item: `home`, `lead:…`. */
  subject: string
  /** `loaded`, `value` and `text` of `DraftInput`. */
  contentJson: Json
  /** The size of `contentJson`. */
  bytes: number
  userAgent: string | null
  /** According to the device's clock. */
  editedAt: string
  /** According to the server's clock. */
  savedAt: string
}
