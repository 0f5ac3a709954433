import { sql } from 'kysely'
import type { Authorship } from '#contracts/content/revision.ts'
import { DELETED_USER_NAME } from '#contracts/identity/user-reference.ts'
import { COMMAND_LINE } from '../actor.ts'
import type { SaveStamp } from '../save-stamp.ts'
import type { Queryable } from './database.ts'

/** The versioned tables without a history of their own, with their keys. */
const KEY_COLUMNS = {
  products: 'id',
  leads: 'id',
  submissions: 'id',
  users: 'id',
  settings: 'part',
  shortlists: 'id',
  inquiries: 'id',
} as const

/**
 * Returns who saved a row last and when; `undefined` if it doesn't exist. The name is the account's present one, so that
 * none remains once the account is deleted (decision 062).
 */
export async function findAuthorship(
  db: Queryable,
  table: keyof typeof KEY_COLUMNS,
  key: string,
): Promise<Authorship | undefined> {
  const { rows } = await sql<SaveStamp & { name: string | null }>`
    select saved.updated_at, saved.updated_by, savers.name from ${sql.table(table)} as saved
    left join users as savers on savers.id = saved.updated_by
    where saved.${sql.ref(KEY_COLUMNS[table])} = ${key}`.execute(db)
  const [row] = rows
  return row && { createdAt: row.updatedAt, createdBy: toSaver(row.updatedBy, row.name) }
}

/** Returns who saved something, by the account's present name; `null` for the system itself. */
export function toSaver(id: string | null, name: string | null): Authorship['createdBy'] {
  if (id === null) return null
  return id === COMMAND_LINE.id ? { id, name: COMMAND_LINE.name } : { id, name: name ?? DELETED_USER_NAME }
}
