import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { AuditAction } from '#contracts/audit/actions.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { getDialect } from '#server/platform/database/dialects/dialects.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { AuditEntriesTable } from '#server/platform/database/tables/site.ts'
import { contains } from '#server/platform/database/text-indexes.ts'

export type AuditRow = Selectable<AuditEntriesTable>

/**
 * The filter of a list. `author` is an account, or all accounts with certain names; `from` is inclusive, `before` is
 * exclusive. `undefined` matches everything.
 */
export type AuditFilterValues = {
  author: { id: string } | { names: readonly string[] } | undefined
  action: AuditAction | undefined
  from: string | undefined
  before: string | undefined
  /** Actions that the reader may not see. */
  hiddenActions: readonly AuditAction[]
}

export const insertAuditEntry = (db: Queryable, row: Insertable<AuditEntriesTable>) =>
  db.insertInto('auditEntries').values(row).execute()

/** Returns whether an account has any audit entries. */
export const hasEntries = (db: Queryable, userId: string): Promise<boolean> =>
  hasRow(db.selectFrom('auditEntries').select('id').where('userId', '=', userId).limit(1))

/**
 * Lists the author names that contain a text, ignoring case. Since there are few authors with many entries, the query
 * jumps through the index from one name to the next (a loose index scan).
 */
export async function listAuthorNames(db: Queryable, part: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive names (name) as (
      select min(user_name) from audit_entries
      union all
      select (select min(user_name) from audit_entries where user_name > names.name) from names
      where names.name is not null
    )
    select name from names where name is not null and ${contains(sql`lower(name)`, part.toLowerCase())}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Passes all names as one parameter, because the number of parameters is limited. */
const isOneOf = (db: Queryable, column: RawBuilder<unknown>, names: readonly string[]) =>
  getDialect(db).isAmongTexts(column, names)

function filterEntries(
  db: Queryable,
  { author, action, from, before, hiddenActions }: AuditFilterValues,
  nameColumn = sql.ref('user_name'),
) {
  let query = db.selectFrom('auditEntries')
  if (author && 'id' in author) query = query.where('userId', '=', author.id)
  if (author && 'names' in author)
    query =
      author.names.length === 1
        ? query.where('userName', '=', author.names[0] ?? '')
        : query.where(isOneOf(db, nameColumn, author.names))
  if (action !== undefined) query = query.where('action', '=', action)
  if (hiddenActions.length > 0) query = query.where('action', 'not in', hiddenActions)
  if (from !== undefined) query = query.where('at', '>=', from)
  return before === undefined ? query : query.where('at', '<', before)
}

type Order = {
  /** Whether only a few entries match. */
  hasFewMatches: boolean
}

/**
 * Selects entries, newest first. No index contains the entries of several authors in time order. If only a few entries
 * match (`hasFewMatches`), they are read by author and sorted. Otherwise all entries are scanned in time order, since a
 * page of matches is soon found.
 */
function selectNewestFirst(db: Queryable, filter: AuditFilterValues, { hasFewMatches }: Order) {
  const { author } = filter
  const hasSeveralNames = author !== undefined && 'names' in author && author.names.length > 1
  // An expression instead of a plain column prevents the use of an index.
  const withoutIndex = (column: string) => sql<string>`coalesce(${sql.ref(column)}, '')`
  return filterEntries(db, filter, hasSeveralNames && !hasFewMatches ? withoutIndex('user_name') : undefined)
    .selectAll()
    .orderBy(hasSeveralNames && hasFewMatches ? withoutIndex('at') : sql.ref('at'), 'desc')
    .orderBy('id', 'desc')
}

export const listAuditEntries = (
  db: Queryable,
  filter: AuditFilterValues,
  { limit, offset, hasFewMatches }: Order & RowRange,
): Promise<AuditRow[]> => selectNewestFirst(db, filter, { hasFewMatches }).limit(limit).offset(offset).execute()

/** Lists the entries that follow another one. */
export function listAuditEntriesAfter(
  db: Queryable,
  filter: AuditFilterValues,
  { after, limit, hasFewMatches }: Order & { after: Pick<AuditRow, 'at' | 'id'> | undefined; limit: number },
): Promise<AuditRow[]> {
  const query = selectNewestFirst(db, filter, { hasFewMatches }).limit(limit)
  return (after ? query.where(sql<boolean>`(at, id) < (${after.at}, ${after.id})`) : query).execute()
}

/** Counts entries up to a limit. */
export const countAuditEntries = (db: Queryable, filter: AuditFilterValues, limit: number): Promise<number> =>
  countRows(db.selectFrom(filterEntries(db, filter).select('at').limit(limit).as('counted')))

/** Lists the latest actions, newest first, without some. */
export const listRecentChanges = (db: Queryable, limit: number, hiddenActions: readonly AuditAction[]) =>
  db
    .selectFrom('auditEntries')
    .selectAll()
    .where('action', 'not in', hiddenActions)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
