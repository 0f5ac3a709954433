import { type Revision, RevisionChangesSchema } from '#contracts/content/revision.ts'

/** The columns common to all tables of revisions. */
type RevisionColumns = {
  revision: number
  createdAt: string
  createdBy: string | null
  createdByName: string | null
  changesJson: unknown
  restoredFrom: number | null
}

/** Converts a row to a revision of a history; `current` is the newest revision's number. */
export const toRevision = (row: RevisionColumns, current: number): Revision => ({
  revision: row.revision,
  createdAt: row.createdAt,
  createdBy: row.createdBy === null ? null : { id: row.createdBy, name: row.createdByName ?? '' },
  changes: row.changesJson === null ? null : RevisionChangesSchema.parse(row.changesJson),
  restoredFrom: row.restoredFrom,
  isCurrent: row.revision === current,
})
