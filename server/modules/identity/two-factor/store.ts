import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { LoginChallengesTable } from '#server/platform/database/tables/accounts.ts'

/** Returns a user's secret, which may not be confirmed yet. */
export const findTwoFactor = (db: Queryable, userId: string) =>
  db.selectFrom('twoFactors').selectAll().where('userId', '=', userId).executeTakeFirst()

/** Lists which of these users have enabled two-factor sign-in. */
export async function listTwoFactorUsers(db: Queryable, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('twoFactors')
    .select('userId')
    .where('userId', 'in', userIds)
    .where('confirmedAt', 'is not', null)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Lists the encrypted secrets of all users, also those that aren't confirmed yet. */
export const listEncryptedSecrets = (db: Queryable) =>
  db.selectFrom('twoFactors').select(['userId', 'secretEncrypted']).execute()

/** Replaces an encrypted secret if it is still `before`. */
export const replaceEncryptedSecret = (db: Queryable, userId: string, before: string, secretEncrypted: string) =>
  db
    .updateTable('twoFactors')
    .set({ secretEncrypted })
    .where('userId', '=', userId)
    .where('secretEncrypted', '=', before)
    .execute()

/** Creates or replaces an unconfirmed setup. Returns `false` if there is a confirmed one. */
export const saveSecret = (db: Queryable, userId: string, secretEncrypted: string): Promise<boolean> =>
  hasRow(
    db
      .insertInto('twoFactors')
      .values({ userId, secretEncrypted, lastStep: 0, confirmedAt: null })
      .onConflict((conflict) =>
        conflict.column('userId').doUpdateSet({ secretEncrypted }).where('twoFactors.confirmedAt', 'is', null),
      )
      .returning('userId'),
  )

/** Enables two-factor sign-in with a secret. Returns `false` if it is already enabled, or the secret was replaced. */
export const confirmSecret = (
  db: Queryable,
  setup: { userId: string; secretEncrypted: string; step: number; at: string },
): Promise<boolean> =>
  hasRow(
    db
      .updateTable('twoFactors')
      .set({ lastStep: setup.step, confirmedAt: setup.at })
      .where('userId', '=', setup.userId)
      .where('secretEncrypted', '=', setup.secretEncrypted)
      .where('confirmedAt', 'is', null)
      .returning('userId'),
  )

/**
 * Invalidates the codes up to a time step. Returns whether that step's code was still valid. A last step after
 * `latestStep` is from a clock that was ahead: otherwise no code would be valid until that time.
 */
export const consumeStep = (
  db: Queryable,
  userId: string,
  { step, latestStep }: { step: number; latestStep: number },
): Promise<boolean> =>
  hasRow(
    db
      .updateTable('twoFactors')
      .set({ lastStep: step })
      .where('userId', '=', userId)
      .where('confirmedAt', 'is not', null)
      .where((eb) => eb.or([eb('lastStep', '<', step), eb('lastStep', '>', latestStep)]))
      .returning('userId'),
  )

/** Deletes a user's secret and recovery codes. Returns whether two-factor sign-in was enabled. */
export async function deleteTwoFactor(db: Queryable, userId: string): Promise<boolean> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  const row = await db.deleteFrom('twoFactors').where('userId', '=', userId).returning('confirmedAt').executeTakeFirst()
  return row !== undefined && row.confirmedAt !== null
}

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(db: Queryable, userId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await db
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute()
}

/**
 * Deletes a recovery code, which is stored under one of the hashes (`Encryption.listHashes`). Returns whether it was
 * valid.
 */
export const deleteRecoveryCode = (
  db: Queryable,
  userId: string,
  possibleHashes: readonly string[],
): Promise<boolean> =>
  hasRow(
    db
      .deleteFrom('recoveryCodes')
      .where('userId', '=', userId)
      .where('codeHash', 'in', possibleHashes)
      .returning('userId'),
  )

export const countRecoveryCodes = (db: Queryable, userId: string): Promise<number> =>
  countRows(db.selectFrom('recoveryCodes').where('userId', '=', userId))

/** Inserts a challenge, and deletes those that have expired. */
export async function insertChallenge(db: Queryable, challenge: LoginChallengesTable, now: string): Promise<void> {
  await db.deleteFrom('loginChallenges').where('expiresAt', '<=', now).execute()
  await db.insertInto('loginChallenges').values(challenge).execute()
}

/** Returns a challenge that hasn't expired. */
export const findChallenge = (db: Queryable, tokenHash: string, now: string) =>
  db
    .selectFrom('loginChallenges')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Deletes a challenge, which can be used only once. Returns `false` if it was used already. */
export const deleteChallenge = (db: Queryable, tokenHash: string): Promise<boolean> =>
  hasRow(db.deleteFrom('loginChallenges').where('tokenHash', '=', tokenHash).returning('userId'))
