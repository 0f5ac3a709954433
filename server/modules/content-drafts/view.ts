import {
  type ContentDraft,
  type DraftStatus,
  type PreviewLink,
  type PublicationFailure,
  StoredFailureSchema,
} from '#contracts/content-drafts/draft.ts'
import { RECORD_SECTIONS } from '#contracts/documents/documents.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { DraftRow, DraftStatusRow, LinkRow } from './store.ts'

export const toStatus = (row: DraftStatusRow, publishedRevision: number): DraftStatus => ({
  kind: row.kind,
  version: row.version,
  savedAt: row.savedAt,
  savedBy: { id: row.savedBy, name: row.savedByName },
  baseRevision: row.baseRevision,
  publishedRevision,
  schedule:
    row.scheduledAt === null
      ? null
      : { at: row.scheduledAt, by: { id: row.scheduledBy ?? '', name: row.scheduledByName ?? '' } },
  failure: toFailure(row),
})

export const toDraft = (row: DraftRow, publishedRevision: number): ContentDraft => ({
  ...toStatus(row, publishedRevision),
  document: Object(row.dataJson),
})

/** Adds to a draft what its published document derives from records. */
export function withRecords(draft: JsonObject, published: object): JsonObject {
  const records = Object.entries(published).filter(([section]) => RECORD_SECTIONS.includes(section))
  return { ...draft, ...Object.fromEntries(records) }
}

const toFailure = ({ failureJson }: DraftStatusRow): PublicationFailure | null => StoredFailureSchema.parse(failureJson)

export const toPreviewLink = ({ id, createdAt, createdBy, createdByName, expiresAt }: LinkRow): PreviewLink => ({
  id,
  createdAt,
  createdBy: { id: createdBy, name: createdByName },
  expiresAt,
})
