import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { FilesTable } from '#server/platform/database/tables.ts'

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

/** Gives whether there was such a row. */
export const deleteFile = async (db: Queryable, key: string): Promise<boolean> => {
  const deleted = await db.deleteFrom('files').where('key', '=', key).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
