import type { DocumentKind } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export const findDocument = (db: Queryable, kind: DocumentKind) =>
  db.selectFrom('documents').selectAll().where('kind', '=', kind).executeTakeFirst()

export const hasDocuments = async (db: Queryable): Promise<boolean> =>
  (await db.selectFrom('documents').select('kind').limit(1).executeTakeFirst()) !== undefined

export type DocumentSave = { kind: DocumentKind; revision: number; data: unknown; at: string; by: string | null }

/** Keeps a document and its revision beside it. */
export async function saveDocument(db: Queryable, { kind, revision, data, at, by }: DocumentSave): Promise<void> {
  const dataJson = JSON.stringify(data)
  await db
    .insertInto('documents')
    .values({ kind, revision, dataJson, updatedAt: at, updatedBy: by })
    .onConflict((row) => row.column('kind').doUpdateSet({ revision, dataJson, updatedAt: at, updatedBy: by }))
    .execute()
  await db.insertInto('documentRevisions').values({ kind, revision, dataJson, createdAt: at, createdBy: by }).execute()
}
