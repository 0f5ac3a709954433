import { type Revision, RevisionChangesSchema } from '#contracts/content/revision.ts'

/** The columns that every table of revisions has. */
export type RevisionColumns = {
  revision: number
  createdAt: string
  createdBy: string | null
  createdByName: string | null
  changesJson: unknown
  restoredFrom: number | null
}

/** Returns a revision as histories list it; `current` is the newest one's number. */
export const toRevision = (row: RevisionColumns, current: number): Revision => ({
  revision: row.revision,
  createdAt: row.createdAt,
  createdBy: row.createdBy === null ? null : { id: row.createdBy, name: row.createdByName ?? '' },
  changes: row.changesJson === null ? null : RevisionChangesSchema.parse(row.changesJson),
  restoredFrom: row.restoredFrom,
  isCurrent: row.revision === current,
})
