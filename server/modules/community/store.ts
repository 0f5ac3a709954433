import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { QrCodesTable } from '#server/platform/database/tables.ts'

export type QrCodeRow = Selectable<QrCodesTable>

export const listActiveQrCodes = (db: Queryable) =>
  db
    .selectFrom('qrCodes')
    .selectAll()
    .where('isActive', '=', true)
    .orderBy('displayOrder')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export const insertQrCode = (db: Queryable, row: Insertable<QrCodesTable>) =>
  db.insertInto('qrCodes').values(row).execute()

/** Adds one to an active code's count in the database itself, so that scans at once all count. Gives whether it is there. */
export const countScan = async (db: Queryable, id: string): Promise<boolean> => {
  const counted = await db
    .updateTable('qrCodes')
    .set((eb) => ({ scanCount: eb('scanCount', '+', 1) }))
    .where('id', '=', id)
    .where('isActive', '=', true)
    .executeTakeFirst()
  return counted.numUpdatedRows > 0n
}
