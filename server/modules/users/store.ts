import type { Role, UserStatus } from '#contracts/vocabulary.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { getDialect } from '#server/platform/database/dialects/dialects.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import { contains } from '#server/platform/database/text-indexes.ts'

export type UserFilter = {
  status: UserStatus | undefined
  role: Role | undefined
  /** Users whose search text contains one of the terms, or whose email address contains `email`. */
  search: { terms: readonly string[]; email: string | undefined } | undefined
}

function selectUsers(db: Queryable, { status, role, search }: UserFilter) {
  let query = db.selectFrom('users')
  if (status) query = query.where('status', '=', status)
  if (role) query = query.where('role', '=', role)
  if (!search) return query
  const conditions = search.terms.map((term) => contains('search_text', term))
  if (search.email) conditions.push(contains('email', search.email))
  return query.where((eb) => eb.or(conditions))
}

/** Lists users newest first. */
export const listUsers = (db: Queryable, filter: UserFilter, page: RowRange) =>
  selectUsers(db, filter)
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countUsers = (db: Queryable, filter: UserFilter): Promise<number> => countRows(selectUsers(db, filter))

/**
 * Returns the ids of the active super_admins. Locks their rows, so that two of them can't disable each
 * other concurrently.
 */
export async function lockActiveSuperAdmins(db: Queryable): Promise<string[]> {
  const query = db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'super_admin')
    .where('status', '=', 'active')
    .orderBy('id')
  const rows = await getDialect(db).lockRows(query).execute()
  return rows.map(({ id }) => id)
}

/** Deletes a user. Returns `false` if there is none. */
export const deleteUser = (db: Queryable, id: string): Promise<boolean> =>
  hasRow(db.deleteFrom('users').where('id', '=', id).returning('id'))
