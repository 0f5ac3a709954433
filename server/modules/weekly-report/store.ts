import type { Queryable } from '#server/platform/database/database.ts'

/** Lists who answers for the site, with the address that mail reaches them by. */
export const listActiveSuperAdmins = (db: Queryable): Promise<{ name: string; email: string }[]> =>
  db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('role', '=', 'super_admin')
    .where('status', '=', 'active')
    .orderBy('email')
    .execute()
