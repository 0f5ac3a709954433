/** Content documents, their history, and who has them open. */
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
  /** The name that the user had then. */
  createdByName: string | null
  /** `RevisionChanges`; none for what was saved before it was counted. */
  changesJson: ColumnType<unknown, string | null, string | null>
  restoredFrom: number | null
}

/** The open editors of documents; rows not refreshed for `PRESENCE.expiryMs` are ignored. */
export type PresenceTable = {
  kind: DocumentKind
  userId: string
  /** One of the user's open editors. */
  editorId: string
  name: string
  since: string
  seenAt: string
}

/** Edits that a user has not saved, one row for each editor that they were made in. */
export type DraftsTable = {
  userId: string
  id: string
  /** What is edited: `home`, `lead:…`. */
  subject: string
  /** `loaded`, `value` and `text` of `DraftInput`. */
  contentJson: Json
  /** Of `contentJson`. */
  bytes: number
  userAgent: string | null
  /** By the device's clock. */
  editedAt: string
  /** By ours. */
  savedAt: string
}
