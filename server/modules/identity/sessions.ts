import { randomUUID } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import type { RevokeOthers, Session } from '#contracts/identity/account.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Client } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { SessionMethod } from '#server/platform/database/tables/accounts.ts'
import type { SignedInUser } from '#server/platform/http/guard/guard.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { createToken } from '#server/platform/token.ts'
import { hasTwoFactorProvider } from './company-accounts/store.ts'
import { countPasskeys } from './passkeys/store.ts'
import type { Reauthentication, SessionUser } from './reauthentication.ts'
import {
  deleteAllSessions,
  deleteExpiredSessions,
  deleteSession,
  deleteSessions,
  extendSession,
  findActiveUser,
  findSession,
  findSessionUser,
  insertSession,
  listSessions,
  type SessionRow,
} from './store.ts'
import { toSession } from './view.ts'

const MAX_USER_AGENT_LENGTH = 300
/** Each sign-in deletes up to this many expired sessions. */
const MAX_DELETED_SESSIONS = 500

/** The ways of signing in that count as two factors. */
const TWO_FACTOR_METHODS: readonly SessionMethod[] = ['passkey', 'company-two-factor']

type ActiveUser = NonNullable<Awaited<ReturnType<typeof findActiveUser>>>

type Dependencies = {
  database: Database
  clock: Clock
  settings: SettingsService
  audit: AuditService
  reauthentication: Reauthentication
}

/** Creates the session service. A token is 256 random bits, of which only the hash is stored. */
export function createSessions({ database, clock, settings, audit, reauthentication }: Dependencies) {
  /** Returns when a session expires: after the idle timeout, or at its maximum age if that is earlier. */
  async function getExpiry(createdAt: string = timestamp(clock)): Promise<string> {
    const { sessionTimeout, sessionMaxDays } = await settings.getSecurity()
    const idleEnd = clock.now().getTime() + sessionTimeout * MINUTE_MS
    const absoluteEnd = Date.parse(createdAt) + sessionMaxDays * DAY_MS
    return new Date(Math.min(idleEnd, absoluteEnd)).toISOString()
  }

  /** Adds what a user has to do before they may act. */
  async function addRequirements({
    twoFactorSince,
    isPasswordTemporary,
    method,
    ...user
  }: ActiveUser & { sessionId: string; method: SessionMethod }): Promise<SignedInUser> {
    const hasSecondFactor = twoFactorSince !== null || TWO_FACTOR_METHODS.includes(method)
    // Settings are read only if they matter, not for every request of users who have a second factor.
    const mustEnableTwoFactor =
      user.role !== 'member' && !hasSecondFactor && (await settings.getSecurity()).enableTwoFactor
    return { ...user, hasSecondFactor, mustEnableTwoFactor, mustChangePassword: isPasswordTemporary }
  }

  async function findStrongestMethod(userId: string): Promise<SessionMethod> {
    if ((await countPasskeys(database.read, userId)) > 0) return 'passkey'
    return (await hasTwoFactorProvider(database.read, userId)) ? 'company-two-factor' : 'password'
  }

  return {
    getExpiry,

    /** Ends all sessions of a user, or of all users, except one. Returns their number. */
    endAll: (db: Queryable, which: { userId?: string; exceptId: string }): Promise<number> =>
      deleteAllSessions(db, which),

    /**
     * Creates a session inside the caller's transaction. `expiresAt` is the result of `getExpiry()`, called before the
     * transaction.
     */
    async create(
      db: Queryable,
      userId: string,
      { ip, userAgent }: Client,
      { expiresAt, method }: { expiresAt: string; method: SessionMethod },
    ) {
      const token = createToken()
      const now = timestamp(clock)
      const row: SessionRow = {
        id: randomUUID(),
        userId,
        tokenHash: sha256(token),
        ip,
        createdAt: now,
        expiresAt,
        userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
        method,
        providerSignOut: null,
        providerId: null,
      }
      await deleteExpiredSessions(db, now, MAX_DELETED_SESSIONS)
      await insertSession(db, row)
      return { token, session: toSession(row, row.id) }
    },

    /** Returns the user of a valid session token; `undefined` if it has expired or the user isn't active. */
    async authenticate(token: string): Promise<SignedInUser | undefined> {
      const row = await findSessionUser(database.read, sha256(token), timestamp(clock))
      return row && addRequirements(row)
    },

    /** Returns a user for whom a key acts, without a session; `undefined` if they aren't active. */
    async findKeyOwner(id: string): Promise<SignedInUser | undefined> {
      const row = await findActiveUser(database.read, id)
      if (!row) return undefined
      // Keys are made by people who had signed in: a passkey of theirs, or their company's account, counts as it does then.
      return addRequirements({ ...row, sessionId: '', method: await findStrongestMethod(id) })
    },

    /** Lists the user's active sessions, newest first. */
    async list(user: Pick<SignedInUser, 'id' | 'sessionId'>): Promise<Session[]> {
      const rows = await listSessions(database.read, user.id, timestamp(clock))
      return rows.map((row) => toSession(row, user.sessionId))
    },

    /**
     * Extends one of the user's sessions by the timeout in the settings. Returns `undefined` if the session isn't valid
     * or has reached its maximum age.
     */
    async extend(id: string, user: SignedInUser): Promise<Session | undefined> {
      const now = timestamp(clock)
      const session = await findSession(database.read, { id, userId: user.id, now })
      if (!session) return undefined
      const expiresAt = await getExpiry(session.createdAt)
      const row = await database.write(({ db }) => extendSession(db, { id, userId: user.id, now, expiresAt }))
      return row && row.expiresAt > now ? toSession(row, user.sessionId) : undefined
    },

    /**
     * Ends one of the user's own sessions, and returns where it also ends at a provider. Any other than the current one requires the password. Throws `notFound` for
     * a session that isn't theirs, `invalid` for a wrong password, `tooManyRequests` after too many wrong ones.
     */
    async end(
      id: string,
      { user, password }: { user: SessionUser; password?: string | undefined },
    ): Promise<Pick<SessionRow, 'providerSignOut'>> {
      if (id !== user.sessionId)
        await reauthentication.requirePassword(user, { path: 'password', password, action: 'auth.sessions' })
      return database.write(async (transaction) => {
        const session = await deleteSession(transaction.db, { id, userId: user.id })
        if (!session) throw notFound(MESSAGES.sessionNotFound)
        const action = id === user.sessionId ? 'auth.sign-out' : 'auth.sessions'
        await audit.record(transaction, { actor: user, action, target: user.name })
        return session
      })
    },

    /**
     * Ends the user's sessions except the current and the given one, after checking the password. Throws
     * `notFound`, `invalid`, `tooManyRequests`.
     */
    async endOthers({ currentSessionId, password }: RevokeOthers, user: SessionUser): Promise<void> {
      const exceptId = currentSessionId ?? user.sessionId
      await reauthentication.requirePassword(user, { path: 'password', password, action: 'auth.sessions' })
      const now = timestamp(clock)
      await database.write(async (transaction) => {
        const { db } = transaction
        if (!(await findSession(db, { id: exceptId, userId: user.id, now }))) throw notFound(MESSAGES.sessionNotFound)
        await deleteSessions(db, user.id, [exceptId, user.sessionId])
        await audit.record(transaction, {
          actor: user,
          action: 'auth.sessions',
          target: user.name,
          detail: '结束其他全部会话',
        })
      })
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
