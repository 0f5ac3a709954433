import type { Insertable, Selectable } from 'kysely'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { PasskeyChallengesTable, PasskeysTable } from '#server/platform/database/tables/accounts.ts'

export type PasskeyRow = Selectable<PasskeysTable>

/** Inserts a challenge, and deletes those that have expired. */
export async function insertChallenge(db: Queryable, challenge: PasskeyChallengesTable, now: string): Promise<void> {
  await db.deleteFrom('passkeyChallenges').where('expiresAt', '<=', now).execute()
  await db.insertInto('passkeyChallenges').values(challenge).execute()
}

/** Deletes a challenge of a session, or of a sign-in, and returns it; `undefined` if it has expired or was used. */
export function takeChallenge(
  db: Queryable,
  { tokenHash, sessionId, now }: { tokenHash: string; sessionId: string | null; now: string },
) {
  return db
    .deleteFrom('passkeyChallenges')
    .where('tokenHash', '=', tokenHash)
    .where('sessionId', sessionId === null ? 'is' : '=', sessionId)
    .where('expiresAt', '>', now)
    .returning('challenge')
    .executeTakeFirst()
}

/** Lists an account's passkeys, the oldest first. */
export const listPasskeys = (db: Queryable, userId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('createdAt').orderBy('id').execute()

export const countPasskeys = (db: Queryable, userId: string): Promise<number> =>
  countRows(db.selectFrom('passkeys').where('userId', '=', userId))

export const findByCredential = (db: Queryable, credentialId: string) =>
  db.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId).executeTakeFirst()

export const insertPasskey = (db: Queryable, passkey: Insertable<PasskeysTable>) =>
  db.insertInto('passkeys').values(passkey).execute()

/** Renames a passkey of an account. Returns it; `undefined` if the account has none with this id. */
export const renamePasskey = (db: Queryable, { id, userId }: { id: string; userId: string }, name: string) =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirst()

/**
 * Records a use of a passkey if its device has counted on since the last one; devices that don't count send 0 each time.
 * Returns whether it has.
 */
export const recordUse = (
  db: Queryable,
  { id, counter, isSynced, at }: { id: string; counter: number; isSynced: boolean; at: string },
): Promise<boolean> =>
  hasRow(
    db
      .updateTable('passkeys')
      .set({ counter, isSynced, lastUsedAt: at })
      .where('id', '=', id)
      .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
      .returning('id'),
  )

/** Deletes a passkey of an account. Returns its name; `undefined` if the account has none with this id. */
export const deletePasskey = (db: Queryable, { id, userId }: { id: string; userId: string }) =>
  db.deleteFrom('passkeys').where('id', '=', id).where('userId', '=', userId).returning('name').executeTakeFirst()

/** Deletes an account's passkeys. Returns their number. */
export async function deletePasskeys(db: Queryable, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('passkeys').where('userId', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Marks a session as signed in by a passkey, after its user has added one. */
export const markSession = (db: Queryable, sessionId: string) =>
  db.updateTable('sessions').set({ method: 'passkey' }).where('id', '=', sessionId).execute()

/** Marks sessions that were signed in by passkeys as those by a password, after the account's last one was deleted. */
export const unmarkSessions = (db: Queryable, userId: string) =>
  db
    .updateTable('sessions')
    .set({ method: 'password' })
    .where('userId', '=', userId)
    .where('method', '=', 'passkey')
    .execute()
