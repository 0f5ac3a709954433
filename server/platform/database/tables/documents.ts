/** Content documents, their history, and who has them open. */
import type { ColumnType } from 'kysely'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

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

/** Who has a document's editor open; a row that was not seen for `PRESENCE.goneMs` counts no more. */
export type PresenceTable = { kind: DocumentKind; userId: string; name: string; since: string; seenAt: string }
