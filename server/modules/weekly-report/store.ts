import type { Queryable } from '#server/platform/database/database.ts'

/** Lists the active super_admins with their email addresses. */
export const listActiveSuperAdmins = (db: Queryable): Promise<{ name: string; email: string }[]> =>
  db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('role', '=', 'super_admin')
    .where('status', '=', 'active')
    .orderBy('email')
    .execute()
