import type { Selectable } from 'kysely'
import type { RevisionChanges } from '#contracts/content/revision.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { DocumentRevisionsTable, PresenceTable } from '#server/platform/database/tables/documents.ts'

/** Returns the change feed's name for a document. */
export const contentName = (kind: DocumentKind): string => `content:${kind}`

export const findDocument = (db: Queryable, kind: DocumentKind) =>
  db.selectFrom('documents').selectAll().where('kind', '=', kind).executeTakeFirst()

export const hasDocuments = async (db: Queryable): Promise<boolean> =>
  (await db.selectFrom('documents').select('kind').limit(1).executeTakeFirst()) !== undefined

export type DocumentSave = {
  kind: DocumentKind
  revision: number
  /** The current document. */
  data: unknown
  /** The document as stored in the history: a catalogue includes its products. */
  snapshot: unknown
  changes: RevisionChanges
  restoredFrom: number | null
  at: string
  actor: { id: string; name: string } | null
}

/** Keeps a document and its revision beside it. */
export async function saveDocument(db: Queryable, save: DocumentSave): Promise<void> {
  const { kind, revision, at, actor } = save
  const values = {
    revision,
    dataJson: JSON.stringify(save.data),
    updatedAt: at,
    updatedBy: actor?.id ?? null,
    updatedByName: actor?.name ?? null,
  }
  await db
    .insertInto('documents')
    .values({ kind, ...values })
    .onConflict((row) => row.column('kind').doUpdateSet(values))
    .execute()
  await db
    .insertInto('documentRevisions')
    .values({
      kind,
      revision,
      dataJson: JSON.stringify(save.snapshot),
      changesJson: JSON.stringify(save.changes),
      restoredFrom: save.restoredFrom,
      createdAt: at,
      createdBy: actor?.id ?? null,
      createdByName: actor?.name ?? null,
    })
    .execute()
}

export type RevisionRow = Omit<Selectable<DocumentRevisionsTable>, 'dataJson'>
const WITHOUT_DATA = [
  'kind',
  'revision',
  'createdAt',
  'createdBy',
  'createdByName',
  'changesJson',
  'restoredFrom',
] as const

/** Lists the newest first, without the documents themselves. */
export const listRevisions = (
  db: Queryable,
  kind: DocumentKind,
  page: { limit: number; offset: number },
): Promise<RevisionRow[]> =>
  db
    .selectFrom('documentRevisions')
    .select(WITHOUT_DATA)
    .where('kind', '=', kind)
    .orderBy('revision', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countRevisions = async (db: Queryable, kind: DocumentKind): Promise<number> => {
  const row = await db
    .selectFrom('documentRevisions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const findRevision = (db: Queryable, kind: DocumentKind, revision: number) =>
  db
    .selectFrom('documentRevisions')
    .selectAll()
    .where('kind', '=', kind)
    .where('revision', '=', revision)
    .executeTakeFirst()

/** Says that an editor is open; whoever was not seen since `cutoff` is forgotten first. */
export async function recordPresence(db: Queryable, row: PresenceTable, cutoff: string): Promise<void> {
  await db.deleteFrom('presence').where('seenAt', '<', cutoff).execute()
  await db
    .insertInto('presence')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'userId']).doUpdateSet({ name: row.name, seenAt: row.seenAt }))
    .execute()
}

/** Lists all who have the editor open but one, the longest first. */
export const listOthers = (db: Queryable, kind: DocumentKind, userId: string, cutoff: string) =>
  db
    .selectFrom('presence')
    .select(['name', 'since'])
    .where('kind', '=', kind)
    .where('userId', '!=', userId)
    .where('seenAt', '>=', cutoff)
    .orderBy('since')
    .orderBy('userId')
    .execute()

export const deletePresence = (db: Queryable, kind: DocumentKind, userId: string) =>
  db.deleteFrom('presence').where('kind', '=', kind).where('userId', '=', userId).execute()
