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

/**
 * Finds entries by their author's name. Authors are few, their entries are many: the index is asked for one name after
 * the other, and for the entries of those that match.
 */
const isNamed = (input: string) => sql<boolean>`user_name in (
  with recursive names (name) as (
    select min(user_name) from audit_entries
    union all
    select (select min(user_name) from audit_entries where user_name > names.name) from names where names.name is not null
  )
  select name from names where ${contains(sql`lower(name)`, input.toLowerCase())})`

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
