import {
  type ContentDraft,
  type DraftStatus,
  type DraftSubject,
  type PreviewLink,
  type PublicationFailure,
  StoredFailureSchema,
} from '#contracts/content-drafts/draft.ts'
import { RECORD_SECTIONS } from '#contracts/documents/documents.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { DraftStatusRow, LinkRow } from './store.ts'

export const toStatus = (
  row: DraftStatusRow,
  { kind, product }: DraftSubject,
  publishedRevision: number,
): DraftStatus => ({
  kind,
  product,
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

export const toDraft = (row: DraftStatusRow, status: Published, document: JsonObject): ContentDraft => ({
  ...toStatus(row, status.subject, status.revision),
  document,
})

type Published = { subject: DraftSubject; revision: number }

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
