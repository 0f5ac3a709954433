import { type Insertable, type Selectable, sql } from 'kysely'
import { CONTENT_DRAFTS } from '#contracts/limits.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ContentDraftsTable, PreviewLinksTable } from '#server/platform/database/tables/documents.ts'
import type { DraftKey } from './draft-row.ts'

export type DraftRow = Selectable<ContentDraftsTable>
export type LinkRow = PreviewLinksTable

/** The columns of a draft without its document, which is large. */
const STATUS_COLUMNS = [
  'kind',
  'productId',
  'version',
  'baseRevision',
  'savedAt',
  'savedBy',
  'savedByName',
  'scheduledAt',
  'scheduledBy',
  'scheduledByName',
  'replacesRevision',
  'isConfirmed',
  'failureJson',
] as const
export type DraftStatusRow = Omit<DraftRow, 'dataJson'>
/** A draft with its product, if it is one. */
export type ListedDraftRow = DraftStatusRow & { productJson: unknown }

export const findDraft = (db: Queryable, kind: DraftKey): Promise<DraftRow | undefined> =>
  db.selectFrom('contentDrafts').selectAll().where('kind', '=', kind).executeTakeFirst()

export const listDrafts = (db: Queryable): Promise<ListedDraftRow[]> =>
  db
    .selectFrom('contentDrafts')
    .select(STATUS_COLUMNS)
    .select((eb) => eb.case().when('productId', 'is not', null).then(eb.ref('dataJson')).end().as('productJson'))
    .orderBy('kind')
    .execute()

/** Lists the drafts that should have been published by a time. */
export const listDueDrafts = (db: Queryable, now: string): Promise<DraftStatusRow[]> =>
  db
    .selectFrom('contentDrafts')
    .select(STATUS_COLUMNS)
    .where('scheduledAt', '<=', now)
    .orderBy('scheduledAt')
    .orderBy('kind')
    .execute()

/** Stores a draft in place of the document's former one. */
export async function replaceDraft(db: Queryable, { kind, ...values }: Insertable<ContentDraftsTable>): Promise<void> {
  await db
    .insertInto('contentDrafts')
    .values({ kind, ...values })
    .onConflict((row) => row.column('kind').doUpdateSet(values))
    .execute()
}

type ScheduleColumns = Pick<
  Insertable<ContentDraftsTable>,
  'scheduledAt' | 'scheduledBy' | 'scheduledByName' | 'replacesRevision' | 'isConfirmed' | 'failureJson'
>

export const updateSchedule = (db: Queryable, kind: DraftKey, columns: ScheduleColumns) =>
  db.updateTable('contentDrafts').set(columns).where('kind', '=', kind).execute()

/** Deletes a draft with the links that show it. */
export async function deleteDraft(db: Queryable, kind: DraftKey): Promise<void> {
  await db.deleteFrom('contentDrafts').where('kind', '=', kind).execute()
  await db.deleteFrom('previewLinks').where('kind', '=', kind).execute()
}

/** Lists the revisions of all documents that were created in a time, newest first. */
export const listPublications = (db: Queryable, { from, before }: { from: string; before: string }) =>
  db
    .selectFrom('documentRevisions')
    .select(['kind', 'revision', 'createdAt', 'createdBy', 'createdByName', 'changesJson', 'restoredFrom'])
    .where('createdAt', '>=', from)
    .where('createdAt', '<', before)
    .orderBy('createdAt', 'desc')
    .orderBy('kind', 'desc')
    .orderBy('revision', 'desc')
    .limit(CONTENT_DRAFTS.calendarEntries + 1)
    .execute()

/** Lists the versions of products that were published from drafts in a time, newest first. */
export const listProductPublications = (db: Queryable, { from, before }: { from: string; before: string }) =>
  db
    .selectFrom('productRevisions')
    .innerJoin('products', 'products.id', 'productRevisions.productId')
    .leftJoin('users', 'users.id', 'productRevisions.createdBy')
    .select([
      'productId',
      'products.catalogue',
      'productRevisions.name',
      'productRevisions.isActive',
      'revision',
      'productRevisions.createdAt',
      'createdBy',
      'users.name as createdByName',
      'restoredFrom',
    ])
    // Written out, since SQLite doesn't use the index of these rows for a parameter.
    .where(sql<boolean>`is_publication`)
    .where('productRevisions.createdAt', '>=', from)
    .where('productRevisions.createdAt', '<', before)
    .orderBy('productRevisions.createdAt', 'desc')
    .orderBy('productId', 'desc')
    .orderBy('revision', 'desc')
    .limit(CONTENT_DRAFTS.calendarEntries + 1)
    .execute()

export const insertLink = (db: Queryable, row: LinkRow) => db.insertInto('previewLinks').values(row).execute()

/** Lists the links of a document's draft that haven't expired, newest first. */
export const listLinks = (db: Queryable, kind: DraftKey, now: string): Promise<LinkRow[]> =>
  db
    .selectFrom('previewLinks')
    .selectAll()
    .where('kind', '=', kind)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(CONTENT_DRAFTS.previewLinks)
    .execute()

export const countLinks = (db: Queryable, kind: DraftKey, now: string): Promise<number> =>
  countRows(db.selectFrom('previewLinks').where('kind', '=', kind).where('expiresAt', '>', now))

/** Returns a link that hasn't expired. */
export const findLink = (db: Queryable, tokenHash: string, now: string): Promise<LinkRow | undefined> =>
  db
    .selectFrom('previewLinks')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Deletes a link. Returns whether it existed. */
export async function deleteLink(db: Queryable, kind: DraftKey, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('previewLinks')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the links that have expired. */
export const deleteExpiredLinks = (db: Queryable, now: string) =>
  db.deleteFrom('previewLinks').where('expiresAt', '<=', now).execute()
