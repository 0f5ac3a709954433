import type { Insertable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { LeadsTable } from '#server/platform/database/tables.ts'

export const insertLead = (db: Queryable, row: Insertable<LeadsTable>) => db.insertInto('leads').values(row).execute()
