/** Content documents, their history, drafts and open editors. */
import type { ColumnType } from 'kysely'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type DocumentTables = {
  documents: DocumentsTable
  documentRevisions: DocumentRevisionsTable
  presence: PresenceTable
  drafts: DraftsTable
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
