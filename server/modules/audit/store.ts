import { type Insertable, type Selectable, sql } from 'kysely'
import type { AuditAction } from '#contracts/audit/audit.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { AuditEntriesTable } from '#server/platform/database/tables/site.ts'
import { contains } from '#server/platform/database/text-search.ts'

export type AuditRow = Selectable<AuditEntriesTable>

/** `from` is included, `before` is not. */
export type AuditFilter = {
  user: string
  action: AuditAction | undefined
  from: string | undefined
  before: string | undefined
}

export const insertAuditEntry = (db: Queryable, row: Insertable<AuditEntriesTable>) =>
  db.insertInto('auditEntries').values(row).execute()

const isNamed = (input: string) => contains(sql`lower(user_name)`, input.toLowerCase())

const filterEntries = (db: Queryable, { user, action, from, before }: AuditFilter) =>
  db
    .selectFrom('auditEntries')
    .$if(user !== '', (query) => query.where((eb) => eb.or([eb('userId', '=', user), isNamed(user)])))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? 'auth.sign-in'))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? ''))
    .$if(before !== undefined, (query) => query.where('at', '<', before ?? ''))

/** Lists the newest first. */
export const listAuditEntries = (db: Queryable, filter: AuditFilter, page: { limit: number; offset: number }) =>
  filterEntries(db, filter)
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countAuditEntries = async (db: Queryable, filter: AuditFilter): Promise<number> => {
  const row = await filterEntries(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Lists the newest actions, without sign-ins and sign-outs. */
export const listNewestActs = (db: Queryable, limit: number) =>
  db
    .selectFrom('auditEntries')
    .selectAll()
    .where(sql<boolean>`action not like 'auth.%'`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
