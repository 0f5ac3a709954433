import type { Role, UserStatus } from '#contracts/vocabulary.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { getDatabaseKind } from '#server/platform/database/database-kind.ts'
import { contains } from '#server/platform/database/text-search.ts'

/**
 * Selects users. If `isSearched`, their search text contains one of `terms`, or their email address contains `email`;
 * an empty `email` matches nothing.
 */
export type UserFilter = {
  status: UserStatus | ''
  role: Role | ''
  isSearched: boolean
  terms: readonly string[]
  email: string
}

const selectUsers = (db: Queryable, { status, role, isSearched, terms, email }: UserFilter) =>
  db
    .selectFrom('users')
    .$if(status !== '', (query) => query.where('status', '=', status || 'active'))
    .$if(role !== '', (query) => query.where('role', '=', role || 'viewer'))
    .$if(isSearched, (query) =>
      query.where((eb) =>
        eb.or([...terms.map((word) => contains('search_text', word)), ...(email ? [contains('email', email)] : [])]),
      ),
    )

/** Lists users newest first. */
export const listUsers = (db: Queryable, filter: UserFilter, page: { limit: number; offset: number }) =>
  selectUsers(db, filter)
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countUsers = (db: Queryable, filter: UserFilter): Promise<number> => countRows(selectUsers(db, filter))

/**
 * Returns the ids of the active super_admins. Locks their rows on PostgreSQL, so that two of them can't disable each
 * other concurrently.
 */
export async function lockActiveSuperAdmins(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'super_admin')
    .where('status', '=', 'active')
    .orderBy('id')
    .$if(getDatabaseKind(db) === 'postgres', (query) => query.forUpdate())
    .execute()
  return rows.map(({ id }) => id)
}

export const deleteUser = (db: Queryable, id: string) => db.deleteFrom('users').where('id', '=', id).execute()
