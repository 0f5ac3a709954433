import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { QrCodesTable } from '#server/platform/database/tables/site.ts'

export type QrCodeRow = Selectable<QrCodesTable>

const selectOrdered = (db: Queryable) =>
  db.selectFrom('qrCodes').selectAll().orderBy('displayOrder').orderBy('createdAt').orderBy('id')

export const listQrCodes = (db: Queryable) => selectOrdered(db).execute()

export const listActiveQrCodes = (db: Queryable) => selectOrdered(db).where('isActive', '=', true).execute()

export const findQrCode = (db: Queryable, id: string) =>
  db.selectFrom('qrCodes').selectAll().where('id', '=', id).executeTakeFirst()

export const updateQrCode = (db: Queryable, id: string, values: Updateable<QrCodesTable>) =>
  db.updateTable('qrCodes').set(values).where('id', '=', id).execute()

export const deleteQrCode = (db: Queryable, id: string) => db.deleteFrom('qrCodes').where('id', '=', id).execute()

export const insertQrCode = (db: Queryable, row: Insertable<QrCodesTable>) =>
  db.insertInto('qrCodes').values(row).execute()

/**
 * Increments an active code's count within the database, so that concurrent scans all count. Returns whether such a
 * code exists.
 */
export const recordScan = async (db: Queryable, id: string): Promise<boolean> => {
  const counted = await db
    .updateTable('qrCodes')
    .set((eb) => ({ scanCount: eb('scanCount', '+', 1) }))
    .where('id', '=', id)
    .where('isActive', '=', true)
    .executeTakeFirst()
  return counted.numUpdatedRows > 0n
}
