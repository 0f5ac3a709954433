import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Role } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { LoginAttemptsTable, SessionsTable, UsersTable } from '#server/platform/database/tables/accounts.ts'
import type { SaveStamp } from '#server/platform/save-stamp.ts'

export type UserRow = Selectable<UsersTable>
export type UserFields = Updateable<UsersTable>
export type SessionRow = Selectable<SessionsTable>

export const hasUsers = (db: Queryable): Promise<boolean> => hasRow(db.selectFrom('users').select('id').limit(1))

export const findUser = (db: Queryable, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const findUserByEmail = (db: Queryable, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/**
 * Returns the only user with this local part; `undefined` if several have it. Staff take precedence over members:
 * otherwise anyone could stop them from signing in by it, by registering an address with the same one.
 */
export async function findUserByLocalPart(db: Queryable, localPart: string): Promise<UserRow | undefined> {
  const candidates = db.selectFrom('users').selectAll().where('localPart', '=', localPart).limit(2)
  const staff = await candidates.where('role', '!=', 'member').execute()
  const users = staff.length > 0 ? staff : await candidates.execute()
  return users.length === 1 ? users[0] : undefined
}

export const insertUser = (db: Queryable, user: Insertable<UsersTable>) => db.insertInto('users').values(user).execute()

/** Updates a user and increments its version. With `version`, updates it only at that version. */
export function updateUser(
  db: Queryable,
  { id, version }: { id: string; version?: number | undefined },
  fields: UserFields & SaveStamp,
) {
  let query = db
    .updateTable('users')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', id)
  if (version !== undefined) query = query.where('version', '=', version)
  return query.returningAll().executeTakeFirst()
}

/** Replaces a password if its hash is still `oldHash`. Returns whether it did. */
export const replacePassword = (
  db: Queryable,
  { id, oldHash, newHash }: { id: string; oldHash: string; newHash: string },
  stamp: SaveStamp,
): Promise<boolean> =>
  hasRow(
    db
      .updateTable('users')
      .set((eb) => ({
        ...stamp,
        passwordHash: newHash,
        isPasswordTemporary: false,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .where('passwordHash', '=', oldHash)
      .returning('id'),
  )

/** Replaces the outdated hash of a password if it is still `oldHash`. Returns whether it did. */
export const upgradePasswordHash = async (
  db: Queryable,
  { id, oldHash, newHash }: { id: string; oldHash: string; newHash: string },
): Promise<boolean> => {
  const updated = await db
    .updateTable('users')
    .set({ passwordHash: newHash })
    .where('id', '=', id)
    .where('passwordHash', '=', oldHash)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Records a sign-in if the user is still active and has the same password. Returns the updated user. */
export const recordLogin = (
  db: Queryable,
  { id, passwordHash, at }: { id: string; passwordHash: string; at: string },
) =>
  db
    .updateTable('users')
    .set({ lastLogin: at })
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst()

/** Lists active accounts with these roles, by name. */
export const listActiveUsers = (db: Queryable, roles: readonly Role[]) =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('status', '=', 'active')
    .where('role', 'in', [...roles])
    .orderBy('name')
    .orderBy('id')
    .execute()

/** Lists the active super_admins, to send mail to. */
export const listActiveSuperAdmins = (db: Queryable) =>
  db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('role', '=', 'super_admin')
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()

export const insertSession = (db: Queryable, session: Insertable<SessionsTable>) =>
  db.insertInto('sessions').values(session).execute()

/** Returns the active user and the session of a valid token. */
export const findSessionUser = (db: Queryable, tokenHash: string, now: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .leftJoin('twoFactors', 'twoFactors.userId', 'users.id')
    .select(['users.id', 'users.email', 'users.name', 'users.role', 'sessions.id as sessionId'])
    .select(['users.isPasswordTemporary', 'sessions.method', 'twoFactors.confirmedAt as twoFactorSince'])
    .where('sessions.tokenHash', '=', tokenHash)
    .where('sessions.expiresAt', '>', now)
    .where('users.status', '=', 'active')
    .executeTakeFirst()

/** Returns an active user with what decides whether they may act. */
export const findActiveUser = (db: Queryable, id: string) =>
  db
    .selectFrom('users')
    .leftJoin('twoFactors', 'twoFactors.userId', 'users.id')
    .select(['users.id', 'users.email', 'users.name', 'users.role'])
    .select(['users.isPasswordTemporary', 'twoFactors.confirmedAt as twoFactorSince'])
    .where('users.id', '=', id)
    .where('users.status', '=', 'active')
    .executeTakeFirst()

/** Returns a user's session that hasn't expired. */
export const findSession = (db: Queryable, session: { id: string; userId: string; now: string }) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', session.id)
    .where('userId', '=', session.userId)
    .where('expiresAt', '>', session.now)
    .executeTakeFirst()

/** Lists a user's sessions that haven't expired, newest first. */
export const listSessions = (db: Queryable, userId: string, now: string) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()

/** Extends a session that hasn't expired. Returns it; `undefined` if there is none. */
export const extendSession = (db: Queryable, session: { id: string; userId: string; now: string; expiresAt: string }) =>
  db
    .updateTable('sessions')
    .set({ expiresAt: session.expiresAt })
    .where('id', '=', session.id)
    .where('userId', '=', session.userId)
    .where('expiresAt', '>', session.now)
    .returningAll()
    .executeTakeFirst()

/** Deletes a user's session. Returns where it also ends at a provider; `undefined` if it doesn't exist. */
export const deleteSession = (db: Queryable, session: { id: string; userId: string }) =>
  db
    .deleteFrom('sessions')
    .where('id', '=', session.id)
    .where('userId', '=', session.userId)
    .returning('providerSignOut')
    .executeTakeFirst()

/** Deletes a user's sessions except the given ones, and their pending two-factor challenges. */
export async function deleteSessions(db: Queryable, userId: string, exceptIds: readonly string[] = []): Promise<void> {
  await db.deleteFrom('loginChallenges').where('userId', '=', userId).execute()
  let query = db.deleteFrom('sessions').where('userId', '=', userId)
  if (exceptIds.length > 0) query = query.where('id', 'not in', exceptIds)
  await query.execute()
}

/**
 * Deletes the sessions of a user, or of all users, except one, and their pending two-factor challenges. Returns the
 * number of sessions.
 */
export async function deleteAllSessions(
  db: Queryable,
  { userId, exceptId }: { userId?: string; exceptId: string },
): Promise<number> {
  const challenges = db.deleteFrom('loginChallenges')
  await (userId === undefined ? challenges : challenges.where('userId', '=', userId)).execute()
  const sessions = db.deleteFrom('sessions').where('id', '!=', exceptId)
  const deleted = await (userId === undefined ? sessions : sessions.where('userId', '=', userId)).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Deletes up to `limit` expired sessions, so that a sign-in isn't slowed down. */
export const deleteExpiredSessions = (db: Queryable, now: string, limit: number) =>
  db
    .deleteFrom('sessions')
    .where('id', 'in', (eb) => eb.selectFrom('sessions').select('id').where('expiresAt', '<=', now).limit(limit))
    .execute()

export const insertAttempt = (db: Queryable, attempt: Insertable<LoginAttemptsTable>) =>
  db.insertInto('loginAttempts').values(attempt).execute()

/**
 * Selects the attempts that are counted together, except `exceptId`. `device: null` selects those of unknown devices.
 */
export type AttemptFilter = {
  exceptId: string
  device: string | null
  name?: { column: 'name' | 'localPart'; values: readonly string[] }
  address?: string
  isFailed?: true
}

export type AttemptCount = { count: number; lastAt: string | null }

/** Counts attempts, with the time of the last. Without `isFailed`, those in progress are included. */
export async function countAttempts(
  db: Queryable,
  { exceptId, device, name, address, isFailed }: AttemptFilter,
): Promise<AttemptCount> {
  let query = db
    .selectFrom('loginAttempts')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('at').as('lastAt')])
    .where('id', '!=', exceptId)
    .where('device', device === null ? 'is' : '=', device)
  if (name) query = query.where(name.column, 'in', name.values)
  if (address !== undefined) query = query.where('address', '=', address)
  if (isFailed) query = query.where('isFailed', '=', true)
  const row = await query.executeTakeFirst()
  return { count: Number(row?.count ?? 0), lastAt: row?.lastAt ?? null }
}

export const markAttemptFailed = (db: Queryable, id: string) =>
  db.updateTable('loginAttempts').set({ isFailed: true }).where('id', '=', id).execute()

export const deleteAttempt = (db: Queryable, id: string) =>
  db.deleteFrom('loginAttempts').where('id', '=', id).execute()

/** Deletes an account's attempts, or only those of one known device or address. */
export function deleteAttemptsFor(
  db: Queryable,
  names: readonly string[],
  origin?: { device: string | null; address: string },
) {
  let query = db.deleteFrom('loginAttempts').where('name', 'in', names)
  if (origin?.device === null) query = query.where('device', 'is', null).where('address', '=', origin.address)
  else if (origin) query = query.where('device', '=', origin.device)
  return query.execute()
}

/** Deletes the attempts of before and after a period: expired ones, and those of a clock that was ahead. */
export async function deleteAttemptsOutside(db: Queryable, { after, until }: { after: string; until: string }) {
  await db.deleteFrom('loginAttempts').where('at', '<=', after).execute()
  await db.deleteFrom('loginAttempts').where('at', '>', until).execute()
}
