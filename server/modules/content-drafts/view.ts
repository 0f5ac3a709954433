import {
  type ContentDraft,
  type DraftStatus,
  type DraftSubject,
  type PreviewLink,
  type PublicationFailure,
  StoredFailureSchema,
} from '#contracts/content-drafts/draft.ts'
import type { ListingChange } from '#contracts/content-drafts/listing-change.ts'
import { RECORD_SECTIONS } from '#contracts/documents/documents.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { DraftStatusRow, LinkRow } from './store.ts'

type Published = { subject: DraftSubject; document: JsonObject; revision: number }

/** Returns the status of a draft, whose `document` is only needed for a product. */
export const toStatus = (
  row: DraftStatusRow,
  document: JsonObject,
  { subject: { kind, product }, document: published, revision: publishedRevision }: Published,
): DraftStatus => ({
  kind,
  product,
  listingChange: findListingChange(document, published),
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

export const toDraft = (row: DraftStatusRow, document: JsonObject, published: Published): ContentDraft => ({
  ...toStatus(row, document, published),
  document,
})

/** Returns what publishing a product's draft changes about its listing; `null` for other documents, which have none. */
export function findListingChange({ isActive }: JsonObject, published: JsonObject): ListingChange | null {
  if (isActive === undefined || isActive === published.isActive) return null
  return isActive ? 'list' : 'unlist'
}

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
