import type { Insertable, Selectable } from 'kysely'
import type { KeyKind, KeyUse } from '#contracts/keys/key.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ApiKeysTable, ApiKeyUsesTable } from '#server/platform/database/tables/keys.ts'

export type KeyRow = Selectable<ApiKeysTable>
export type NamedKeyRow = KeyRow & { ownerName: string }
export type KeyUseRow = Selectable<ApiKeyUsesTable>

const selectKeys = (db: Queryable) =>
  db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'apiKeys.ownerId')
    .selectAll('apiKeys')
    .select('users.name as ownerName')
    .orderBy('apiKeys.createdAt', 'desc')
    .orderBy('apiKeys.id', 'desc')

/** Lists the keys of an owner, newest first. */
export const listOwnKeys = (db: Queryable, ownerId: string): Promise<NamedKeyRow[]> =>
  selectKeys(db).where('apiKeys.ownerId', '=', ownerId).execute()

/** Lists everybody's keys of a kind, newest first. */
export const listKeysOfKind = (db: Queryable, kind: KeyKind): Promise<NamedKeyRow[]> =>
  selectKeys(db).where('apiKeys.kind', '=', kind).execute()

export const findKey = (db: Queryable, id: string): Promise<KeyRow | undefined> =>
  db.selectFrom('apiKeys').selectAll().where('id', '=', id).executeTakeFirst()

export const findKeyByHash = (db: Queryable, keyHash: string): Promise<KeyRow | undefined> =>
  db.selectFrom('apiKeys').selectAll().where('keyHash', '=', keyHash).executeTakeFirst()

export const insertKey = (db: Queryable, row: Insertable<ApiKeysTable>) =>
  db.insertInto('apiKeys').values(row).execute()

export const updateKey = (
  db: Queryable,
  id: string,
  change: Partial<Pick<KeyRow, 'revokedAt' | 'lastUsedAt' | 'lastUsedAddress' | 'remindedAt'>>,
) => db.updateTable('apiKeys').set(change).where('id', '=', id).execute()

/** Counts the keys of an owner that are neither revoked nor expired. */
export const countActiveKeys = (db: Queryable, ownerId: string, now: string): Promise<number> =>
  countRows(
    db.selectFrom('apiKeys').where('ownerId', '=', ownerId).where('revokedAt', 'is', null).where('expiresAt', '>', now),
  )

/** Lists the keys that expire until a time, and whose owners haven't been told, with the owners. */
export const listExpiringKeys = (db: Queryable, { now, until }: { now: string; until: string }) =>
  db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'apiKeys.ownerId')
    .select(['apiKeys.id', 'apiKeys.ownerId', 'apiKeys.name', 'apiKeys.kind', 'apiKeys.expiresAt'])
    .select(['users.name as ownerName', 'users.email'])
    .where('apiKeys.expiresAt', '>', now)
    .where('apiKeys.expiresAt', '<=', until)
    .where('apiKeys.revokedAt', 'is', null)
    .where('apiKeys.remindedAt', 'is', null)
    .where('users.status', '=', 'active')
    .execute()

/** Deletes up to `limit` keys that expired before a time, or were revoked before it. Returns their number. */
export async function deleteEndedKeys(db: Queryable, before: string, limit: number): Promise<number> {
  const ended = db
    .selectFrom('apiKeys')
    .select('id')
    .where((eb) => eb.or([eb('expiresAt', '<', before), eb('revokedAt', '<', before)]))
    .limit(limit)
  const deleted = await db.deleteFrom('apiKeys').where('id', 'in', ended).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Adds a count to that of the same key, day and call, in the database, since several nodes count. */
export const addKeyUse = (db: Queryable, row: KeyUseRow) =>
  db
    .insertInto('apiKeyUses')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['keyId', 'day', 'call'])
        .doUpdateSet((eb) => ({ count: eb('apiKeyUses.count', '+', eb.ref('excluded.count')) })),
    )
    .execute()

/** Lists the daily counts of a key, newest day first. */
export const listKeyUses = (db: Queryable, keyId: string): Promise<KeyUse[]> =>
  db
    .selectFrom('apiKeyUses')
    .select(['day', 'call', 'count'])
    .where('keyId', '=', keyId)
    .orderBy('day', 'desc')
    .orderBy('call')
    .execute()

/** Deletes the counts of days before a day. */
export const deleteKeyUses = (db: Queryable, before: string) =>
  db.deleteFrom('apiKeyUses').where('day', '<', before).execute()
