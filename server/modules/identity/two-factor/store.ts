import type { Queryable } from '#server/platform/database/database.ts'
import type { LoginChallengesTable } from '#server/platform/database/tables/accounts.ts'

export const findTwoFactor = (db: Queryable, userId: string) =>
  db.selectFrom('twoFactors').selectAll().where('userId', '=', userId).executeTakeFirst()

/** Lists which of these users have enabled two-factor sign-in. */
export const listTwoFactorUsers = async (db: Queryable, userIds: readonly string[]): Promise<string[]> =>
  userIds.length === 0
    ? []
    : (
        await db
          .selectFrom('twoFactors')
          .select('userId')
          .where('userId', 'in', userIds)
          .where('confirmedAt', 'is not', null)
          .execute()
      ).map(({ userId }) => userId)

export const listTwoFactors = (db: Queryable) =>
  db.selectFrom('twoFactors').select(['userId', 'secretEncrypted']).execute()

/** Replaces an encrypted secret if it hasn't changed since it was read. */
export const replaceEncryptedSecret = (db: Queryable, userId: string, before: string, secretEncrypted: string) =>
  db
    .updateTable('twoFactors')
    .set({ secretEncrypted })
    .where('userId', '=', userId)
    .where('secretEncrypted', '=', before)
    .execute()

/** Creates or replaces an unconfirmed setup. Returns `false` if there is a confirmed one. */
export const saveSecret = async (db: Queryable, userId: string, secretEncrypted: string): Promise<boolean> =>
  (await db
    .insertInto('twoFactors')
    .values({ userId, secretEncrypted, lastStep: 0, confirmedAt: null })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ secretEncrypted }).where('twoFactors.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst()) !== undefined

/** Enables two-factor sign-in with a secret. Returns `false` if it was enabled or the secret was replaced meanwhile. */
export const confirmSecret = async (
  db: Queryable,
  setup: { userId: string; secretEncrypted: string; step: number; at: string },
): Promise<boolean> =>
  (await db
    .updateTable('twoFactors')
    .set({ lastStep: setup.step, confirmedAt: setup.at })
    .where('userId', '=', setup.userId)
    .where('secretEncrypted', '=', setup.secretEncrypted)
    .where('confirmedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()) !== undefined

/** Invalidates the codes up to a time step. Returns whether that step's code was still valid. */
export const consumeStep = async (db: Queryable, userId: string, step: number): Promise<boolean> =>
  (await db
    .updateTable('twoFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .where('lastStep', '<', step)
    .returning('userId')
    .executeTakeFirst()) !== undefined

/** Deletes a user's two-factor secret and recovery codes. Returns whether it was enabled. */
export async function deleteTwoFactor(db: Queryable, userId: string): Promise<boolean> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  const row = await db.deleteFrom('twoFactors').where('userId', '=', userId).returning('confirmedAt').executeTakeFirst()
  return row !== undefined && row.confirmedAt !== null
}

export async function replaceRecoveryCodes(db: Queryable, userId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await db
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute()
}

/** Deletes a recovery code. Returns whether it was valid. */
export const deleteRecoveryCode = async (db: Queryable, userId: string, hashes: readonly string[]): Promise<boolean> =>
  (await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', 'in', hashes)
    .returning('userId')
    .executeTakeFirst()) !== undefined

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const query = db.selectFrom('recoveryCodes').select((eb) => eb.fn.countAll<number>().as('codes'))
  return Number((await query.where('userId', '=', userId).executeTakeFirst())?.codes ?? 0)
}

export async function insertChallenge(db: Queryable, challenge: LoginChallengesTable, now: string): Promise<void> {
  await db.deleteFrom('loginChallenges').where('expiresAt', '<=', now).execute()
  await db.insertInto('loginChallenges').values(challenge).execute()
}

export const findChallenge = (db: Queryable, tokenHash: string, now: string) =>
  db
    .selectFrom('loginChallenges')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Deletes a challenge. Returns `false` if it was used already: each can be used once. */
export const deleteChallenge = async (db: Queryable, tokenHash: string): Promise<boolean> =>
  (await db.deleteFrom('loginChallenges').where('tokenHash', '=', tokenHash).returning('userId').executeTakeFirst()) !==
  undefined
