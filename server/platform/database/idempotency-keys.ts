import type { Insertable } from 'kysely'
import type { Queryable } from './database.ts'
import type { IdempotencyKeysTable } from './tables/nodes.ts'

/**
 * Adds a key. Returns `false` if it exists already. On PostgreSQL, waits for a transaction that is adding it, on any
 * node; on SQLite, transactions wait for each other anyway.
 */
export async function insertKey(db: Queryable, row: Insertable<IdempotencyKeysTable>): Promise<boolean> {
  const inserted = await db
    .insertInto('idempotencyKeys')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Finds a key that was added at or after a time (ISO 8601). */
export const findKey = (db: Queryable, key: string, since: string) =>
  db
    .selectFrom('idempotencyKeys')
    .select(['fingerprint', 'encryptedResult'])
    .where('key', '=', key)
    .where('createdAt', '>=', since)
    .executeTakeFirst()

export const saveResult = (db: Queryable, key: string, encryptedResult: string) =>
  db.updateTable('idempotencyKeys').set({ encryptedResult }).where('key', '=', key).execute()

/** Deletes one key, if it was added before a time (ISO 8601). */
export const deleteKeyBefore = (db: Queryable, key: string, time: string) =>
  db.deleteFrom('idempotencyKeys').where('key', '=', key).where('createdAt', '<', time).execute()

/** Deletes up to `limit` keys that were added before a time (ISO 8601). Returns their number. */
export async function deleteKeysBefore(db: Queryable, time: string, limit: number): Promise<number> {
  const expired = db.selectFrom('idempotencyKeys').select('key').where('createdAt', '<', time).limit(limit)
  const { numDeletedRows } = await db.deleteFrom('idempotencyKeys').where('key', 'in', expired).executeTakeFirst()
  return Number(numDeletedRows)
}

export const deleteKeysOfUser = (db: Queryable, userId: string) =>
  db.deleteFrom('idempotencyKeys').where('userId', '=', userId).execute()
