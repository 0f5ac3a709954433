import type { Selectable } from 'kysely'
import type { RevisionChanges } from '#contracts/content/revision.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { getLatestPossibleTime } from '#server/platform/clock.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type {
  DocumentRevisionsTable,
  DocumentsTable,
  PresenceTable,
} from '#server/platform/database/tables/documents.ts'
import type { Topic } from '#server/platform/database/topics.ts'
import { waitForNextTurn } from '#server/platform/event-loop.ts'

/** Returns the change feed's topic for a document. */
export const getContentTopic = (kind: DocumentKind): Topic => `content:${kind}`

export type DocumentRow = Selectable<DocumentsTable>

export const findDocument = (db: Queryable, kind: DocumentKind) =>
  db.selectFrom('documents').selectAll().where('kind', '=', kind).executeTakeFirst()

export const hasDocuments = (db: Queryable): Promise<boolean> =>
  hasRow(db.selectFrom('documents').select('kind').limit(1))

export type NewRevision = {
  kind: DocumentKind
  revision: number
  /** The current document; without its products, if it is a catalogue's page. */
  data: unknown
  /** The document for the history; with its products, if they have changed. */
  snapshot: unknown
  changes: RevisionChanges
  restoredFrom: number | null
  savedAt: string
  actor: { id: string; name: string } | null
}

/** Replaces the current document, and adds the revision to its history. */
export async function insertRevision(
  db: Queryable,
  { kind, revision, data, snapshot, changes, restoredFrom, savedAt, actor }: NewRevision,
): Promise<void> {
  const dataJson = JSON.stringify(data)
  const values = {
    revision,
    dataJson,
    updatedAt: savedAt,
    updatedBy: actor?.id ?? null,
    updatedByName: actor?.name ?? null,
  }
  await db
    .insertInto('documents')
    .values({ kind, ...values })
    .onConflict((row) => row.column('kind').doUpdateSet(values))
    .execute()
  // Writing megabytes takes time: let other requests run in between.
  await waitForNextTurn()
  await db
    .insertInto('documentRevisions')
    .values({
      kind,
      revision,
      dataJson: snapshot === data ? dataJson : JSON.stringify(snapshot),
      changesJson: JSON.stringify(changes),
      restoredFrom,
      createdAt: savedAt,
      createdBy: actor?.id ?? null,
      createdByName: actor?.name ?? null,
    })
    .execute()
}

export type RevisionRow = Omit<Selectable<DocumentRevisionsTable>, 'dataJson'>

/** The columns of a revision without its document, which is large. */
const REVISION_COLUMNS = [
  'kind',
  'revision',
  'createdAt',
  'createdBy',
  'createdByName',
  'changesJson',
  'restoredFrom',
] as const

/** Lists revisions, newest first, without their documents. */
export const listRevisions = (db: Queryable, kind: DocumentKind, page: RowRange): Promise<RevisionRow[]> =>
  db
    .selectFrom('documentRevisions')
    .select(REVISION_COLUMNS)
    .where('kind', '=', kind)
    .orderBy('revision', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countRevisions = (db: Queryable, kind: DocumentKind): Promise<number> =>
  countRows(db.selectFrom('documentRevisions').where('kind', '=', kind))

export const findRevision = (db: Queryable, kind: DocumentKind, revision: number) =>
  db
    .selectFrom('documentRevisions')
    .selectAll()
    .where('kind', '=', kind)
    .where('revision', '=', revision)
    .executeTakeFirst()

/**
 * Records that an editor is open, and deletes the records of editors that weren't seen since `cutoff`, and those of a
 * clock that was ahead.
 */
export async function recordPresence(db: Queryable, row: PresenceTable, cutoff: string): Promise<void> {
  const latest = getLatestPossibleTime(row.seenAt)
  await db
    .deleteFrom('presence')
    .where((eb) => eb.or([eb('seenAt', '<', cutoff), eb('seenAt', '>', latest)]))
    .execute()
  await db
    .insertInto('presence')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'userId', 'editorId']).doUpdateSet({ name: row.name, seenAt: row.seenAt }),
    )
    .execute()
}

/** Lists every other user who has a document open, once each, in the order in which they opened it. */
export const listOtherUsers = (db: Queryable, kind: DocumentKind, userId: string, cutoff: string) =>
  db
    .selectFrom('presence')
    .select((eb) => [eb.fn.max('name').as('name'), eb.fn.min('since').as('since')])
    .where('kind', '=', kind)
    .where('userId', '!=', userId)
    .where('seenAt', '>=', cutoff)
    .groupBy('userId')
    .orderBy('since')
    .orderBy('userId')
    .execute()

type EditorKey = Pick<PresenceTable, 'kind' | 'userId' | 'editorId'>

/** Returns whether a user has the same document open in another editor. */
export const hasOpenElsewhere = (
  db: Queryable,
  { kind, userId, editorId }: EditorKey,
  cutoff: string,
): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('presence')
      .select('editorId')
      .where('kind', '=', kind)
      .where('userId', '=', userId)
      .where('editorId', '!=', editorId)
      .where('seenAt', '>=', cutoff)
      .limit(1),
  )

export const deletePresence = (db: Queryable, { kind, userId, editorId }: EditorKey) =>
  db
    .deleteFrom('presence')
    .where('kind', '=', kind)
    .where('userId', '=', userId)
    .where('editorId', '=', editorId)
    .execute()
