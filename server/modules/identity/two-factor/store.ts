import type { Queryable } from '#server/platform/database/database.ts'
import type { LoginChallengesTable } from '#server/platform/database/tables/accounts.ts'

export const findTwoFactor = (db: Queryable, userId: string) =>
  db.selectFrom('twoFactors').selectAll().where('userId', '=', userId).executeTakeFirst()

/** Lists which of these users have it on. */
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

/** Replaces an encrypted secret, if it is still the one that was read. */
export const renewSecret = (db: Queryable, userId: string, before: string, secretEncrypted: string) =>
  db
    .updateTable('twoFactors')
    .set({ secretEncrypted })
    .where('userId', '=', userId)
    .where('secretEncrypted', '=', before)
    .execute()

/** Replaces an unconfirmed set-up; a confirmed one stays. Returns whether it was written. */
export const saveSecret = async (db: Queryable, userId: string, secretEncrypted: string): Promise<boolean> =>
  (await db
    .insertInto('twoFactors')
    .values({ userId, secretEncrypted, lastStep: 0, confirmedAt: null })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ secretEncrypted }).where('twoFactors.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst()) !== undefined

/** Turns it on with the secret that the code was for. Returns whether that was still to be done. */
export const confirmSecret = async (
  db: Queryable,
  session: { userId: string; secretEncrypted: string; step: number; at: string },
): Promise<boolean> =>
  (await db
    .updateTable('twoFactors')
    .set({ lastStep: session.step, confirmedAt: session.at })
    .where('userId', '=', session.userId)
    .where('secretEncrypted', '=', session.secretEncrypted)
    .where('confirmedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()) !== undefined

/** Uses up the codes to a step. Returns whether that one was still good. */
export const consumeStep = async (db: Queryable, userId: string, step: number): Promise<boolean> =>
  (await db
    .updateTable('twoFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .where('lastStep', '<', step)
    .returning('userId')
    .executeTakeFirst()) !== undefined

/** Returns whether it was on. */
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

/** Returns whether there was such a code. */
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

/** Returns whether it was still there: each lets in once. */
export const deleteChallenge = async (db: Queryable, tokenHash: string): Promise<boolean> =>
  (await db.deleteFrom('loginChallenges').where('tokenHash', '=', tokenHash).returning('userId').executeTakeFirst()) !==
  undefined
