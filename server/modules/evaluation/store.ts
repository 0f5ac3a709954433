import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ReportsTable } from '#server/platform/database/tables/products.ts'

export type ReportRow = Selectable<ReportsTable>

export const findReport = (db: Queryable, id: string) =>
  db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()

export const insertReport = (db: Queryable, row: Insertable<ReportsTable>) =>
  db.insertInto('reports').values(row).execute()
