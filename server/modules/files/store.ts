import { type Insertable, type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { FilesTable } from '#server/platform/database/tables/site.ts'

export type FileRow = Selectable<FilesTable>

export const findFile = (db: Queryable, key: string) =>
  db.selectFrom('files').selectAll().where('key', '=', key).executeTakeFirst()

export const saveFile = (db: Queryable, row: Insertable<FilesTable>) => {
  const { key: _, ...rest } = row
  return db
    .insertInto('files')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(rest))
    .execute()
}

/** Returns whether there was such a row. */
export const deleteFile = async (db: Queryable, key: string): Promise<boolean> => {
  const deleted = await db.deleteFrom('files').where('key', '=', key).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Lists the keys of files that were stored before a time. */
export const listKeysBefore = async (db: Queryable, before: string): Promise<string[]> =>
  (await db.selectFrom('files').select('key').where('createdAt', '<', before).execute()).map(({ key }) => key)

/** Lists the keys of the files that stand beside submissions, or wait for one. */
export const listPrivateKeys = async (db: Queryable): Promise<string[]> =>
  (await db.selectFrom('submissionFiles').select('fileKey').execute()).map(({ fileKey }) => fileKey)

/** Every column whose text may hold the address of a stored file, with the column that its rows are read by. */
const REFERENCING_COLUMNS = [
  { table: 'documents', key: 'kind', text: 'data_json' },
  { table: 'products', key: 'id', text: 'details_json' },
  { table: 'qr_codes', key: 'id', text: 'image_path' },
  { table: 'settings', key: 'part', text: 'value_json' },
] as const
const ROWS_AT_ONCE = 100

/** Returns the texts that may name stored files: of documents, products (the recycled too), QR codes and settings. */
export async function* streamTextsWithFiles(db: Queryable): AsyncGenerator<string> {
  for (const { table, key, text } of REFERENCING_COLUMNS) {
    let last = ''
    for (;;) {
      const { rows } = await sql<{ key: string; content: string }>`
        select ${sql.ref(key)} as key, ${sql.ref(text)} as content from ${sql.table(table)}
        where ${sql.ref(key)} > ${last} and ${sql.ref(text)} like '%/uploads/%'
        order by ${sql.ref(key)} limit ${ROWS_AT_ONCE}`.execute(db)
      for (const { content } of rows) yield content
      if (rows.length < ROWS_AT_ONCE) break
      last = rows.at(-1)?.key ?? ''
    }
  }
}

/** Returns the texts of revisions since a time: what they name can be restored with them. */
export async function* streamRevisionTexts(db: Queryable, since: string): AsyncGenerator<string> {
  const revisions = await db
    .selectFrom('documentRevisions')
    .select(['kind', 'revision'])
    .where('createdAt', '>=', since)
    .execute()
  for (const { kind, revision } of revisions) {
    const { rows } = await sql<{ content: string }>`
      select data_json as content from document_revisions
      where kind = ${kind} and revision = ${revision} and data_json like '%/uploads/%'`.execute(db)
    for (const { content } of rows) yield content
  }
}
