import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Selects the work of one user, or that which no active user with one of the roles has. */
export type AssigneeCondition = { id: string } | { roles: readonly Role[] }

/** The condition for rows whose assignee is in a column, such as `leads.ownerId`. */
export function isAssignedTo(column: string, assignee: AssigneeCondition): RawBuilder<boolean> {
  const reference = sql.ref(column)
  if ('id' in assignee) return sql<boolean>`${reference} = ${assignee.id}`
  return sql<boolean>`(${reference} is null or ${reference} not in (select users.id from users
    where users.status = 'active' and users.role in (${sql.join(assignee.roles)})))`
}

/** Lists the users with the given ids. */
export const listUsers = async (db: Queryable, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db.selectFrom('users').select(['id', 'name', 'role', 'status']).where('id', 'in', ids).execute()
