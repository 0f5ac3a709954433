import type { Authorship } from '#contracts/content/revision.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserCreate, UserList, UserQuery, UserRecord, UserUpdate } from '#contracts/users/user.ts'
import type { UserStatus } from '#contracts/vocabulary.ts'
import type { AccountLinkService } from '#server/modules/account-links/service.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import {
  type AccountChange,
  generatePassword,
  type IdentityService,
  type SessionUser,
  type UserRow,
} from '#server/modules/identity/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, invalidField, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { findAuthorship } from '#server/platform/database/find-authorship.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { buildSearchPatterns } from '#server/platform/search-text/search-lines.ts'
import type { AccountDataCategory } from './account-data.ts'
import { createCloseAccount } from './close-account.ts'
import { describeChanges, describeStatusChange } from './describe-changes.ts'
import { createExportOwnData } from './export-own-data.ts'
import { findRejectionReason, type UserChange } from './policy.ts'
import { createRemoveAccount } from './remove-account.ts'
import { countUsers, listUsers, lockActiveSuperAdmins, type UserFilter } from './store.ts'
import { toUserRecord } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  identity: Pick<
    IdentityService,
    'accounts' | 'newPasswords' | 'links' | 'sessions' | 'twoFactor' | 'requireCredentials'
  >
  accountLinks: Pick<
    AccountLinkService,
    'sendLink' | 'getMailContext' | 'isReady' | 'notifyOfClosedAccount' | 'canVerifyNewEmail' | 'notifyOfNewEmail'
  >
  /** What all modules store about account owners. */
  accountData: readonly AccountDataCategory[]
}

export {
  type AccountDataCategory,
  createJsonFile,
  createJsonListFile,
  type DataOwner,
  type OwnDataFile,
} from './account-data.ts'

import { writeOnce } from '#server/platform/idempotency/write-once.ts'
export type UserService = ReturnType<typeof createUserService>

/**
 * Creates the service by which administrators manage accounts, and users get a copy of their data and close their own
 * account. Each change is audited in its own transaction.
 */
export function createUserService(dependencies: Dependencies) {
  const { database, audit, identity, accountLinks, accountData } = dependencies
  const { accounts, newPasswords, links, twoFactor } = identity
  const removeAccount = createRemoveAccount(accountData)

  async function toRecords(db: Queryable, rows: readonly UserRow[]): Promise<UserRecord[]> {
    const ids = rows.map(({ id }) => id)
    const pendingLinks = await links.list(db, ids)
    const twoFactorIds = new Set(await twoFactor.listUsers(db, ids))
    return rows.map((row) => {
      const purposes = pendingLinks.filter(({ userId }) => userId === row.id).map(({ purpose }) => purpose)
      return toUserRecord(row, { purposes, twoFactor: twoFactorIds.has(row.id) })
    })
  }

  async function toRecord(db: Queryable, row: UserRow): Promise<UserRecord> {
    const [record] = await toRecords(db, [row])
    if (!record) throw new Error('the row has no record')
    return record
  }

  /** Returns the target of an allowed change. Throws `notFound` and `conflict`. */
  async function getTarget(
    { db }: Transaction,
    userId: string,
    { changes = [], actor }: { changes?: readonly UserChange[]; actor: Actor },
  ): Promise<UserRow> {
    const activeSuperAdminIds = await lockActiveSuperAdmins(db)
    const row = await accounts.find(db, userId)
    if (!row) throw notFound(MESSAGES.userNotFound)
    for (const change of changes) {
      const reason = findRejectionReason({ change, actorId: actor.id, target: row, activeSuperAdminIds })
      if (reason) throw conflict(reason)
    }
    return row
  }

  /** Updates an account. If its status changes, removes its links; if it is disabled, its colleagues take over. */
  async function updateAccount(
    transaction: Transaction,
    before: UserRow,
    change: AccountChange,
    save: { actor: Actor; version?: number | undefined },
  ): Promise<UserRow> {
    const row = await accounts.update(transaction, before, change, save)
    if (row.status === before.status) return row
    await links.removeAll(transaction, row.id)
    if (row.status === 'inactive') for (const { passOn } of accountData) await passOn?.(transaction, row.id)
    return row
  }

  /** Returns the columns for a password that an administrator sets. Throws `notFound` and `invalid`. */
  async function hashPassword(
    userId: string,
    password: string,
    { path, name, email }: { path: 'password' | 'newPassword'; name?: string; email?: string },
  ) {
    const user = await accounts.find(database.read, userId)
    if (!user) throw notFound(MESSAGES.userNotFound)
    const target = { name: name ?? user.name, email: email ?? user.email, path, label: '新密码' } as const
    return { passwordHash: await newPasswords.hash(password, target), isPasswordTemporary: true }
  }

  async function sendInvitation(transaction: Transaction, row: UserRow, context: { siteName: string }) {
    if (!(await accountLinks.sendLink(transaction, row, 'invitation', context)))
      throw conflict(USER_MESSAGES.inviteNeedsMail)
  }

  return {
    /** Lists a page of users, newest first. Without access to contact data, email addresses aren't searched. */
    async list({ page, limit, search, status, role }: UserQuery, caller: Caller): Promise<UserList> {
      const email = can(caller, 'contacts:read') ? search.toLowerCase() : undefined
      const filter: UserFilter = {
        status: status || undefined,
        role: role || undefined,
        search: search === '' ? undefined : { terms: buildSearchPatterns(search), email },
      }
      const [rows, totalUsers] = await Promise.all([
        listUsers(database.read, filter, toRowRange(page, limit)),
        countUsers(database.read, filter),
      ])
      const users = await toRecords(database.read, rows)
      const pagination = { current: page, total: Math.ceil(totalUsers / limit), limit, totalUsers }
      return { users, pagination, canInvite: await accountLinks.isReady() }
    },

    /** Returns one user. Throws `notFound`. */
    async get(userId: string): Promise<UserRecord> {
      const row = await accounts.find(database.read, userId)
      if (!row) throw notFound(MESSAGES.userNotFound)
      return toRecord(database.read, row)
    },

    /** Returns who changed a user last and when. Throws `notFound`. */
    async getAuthorship(userId: string): Promise<Authorship> {
      const authorship = await findAuthorship(database.read, 'users', userId)
      if (!authorship) throw notFound(MESSAGES.userNotFound)
      return authorship
    },

    /**
     * Creates an account; invited users are pending until they set a password by the mailed link. Throws `invalid`,
     * and `conflict` if the address is taken or an invitation can't be mailed.
     */
    async create(input: UserCreate, actor: Actor & Caller) {
      const { name, email, role, company = '', position = '', phone = '' } = input
      // Invited users set their own password; until then it is random.
      const requestedPassword = !input.invite && input.password
      const password = requestedPassword || generatePassword()
      const status = input.invite ? 'pending' : (input.status ?? 'active')
      const person = { name, email, role, status, company, position, phone, createdBy: actor.id }
      const row = await accounts.createRow({ ...person, password, isPasswordTemporary: Boolean(requestedPassword) })
      const context = await accountLinks.getMailContext()
      return writeOnce(database, async (transaction): Promise<UserRecord> => {
        await accounts.insert(transaction, row)
        if (input.invite) await sendInvitation(transaction, row, context)
        const detail = describeChanges(undefined, row)
        await audit.record(transaction, { actor, action: 'user.create', target: row.name, detail })
        return toRecord(transaction.db, row)
      })
    },

    /**
     * Updates the given fields; a blank password is ignored, a new one must be changed at the next sign-in. A new
     * email address isn't verified: it gets the link for that, and the previous one is told. Changing the caller's own
     * address requires their credentials. Throws `notFound`, `versionConflict`, `invalid`, and `conflict` if the
     * address is taken or the account has to stay as it is.
     */
    async update(userId: string, change: UserUpdate, actor: SessionUser): Promise<UserRecord> {
      const { version, password, currentPassword, code, ...input } = change
      if (password && userId === actor.id) throw invalidField('password', USER_MESSAGES.changeOwnPasswordInAccount)
      const hasNewEmail = input.email !== undefined && input.email.toLowerCase() !== actor.email
      if (userId === actor.id && hasNewEmail)
        await identity.requireCredentials(
          actor,
          { password: currentPassword, code },
          { action: 'user.update', passwordPath: 'currentPassword' },
        )
      const passwordColumns = password ? await hashPassword(userId, password, { ...input, path: 'password' }) : {}
      const { role, status } = input
      const changes: UserChange[] = [
        ...(role ? [{ kind: 'role', role } as const] : []),
        ...(status ? [{ kind: 'status', status } as const] : []),
      ]
      const context = await accountLinks.getMailContext()
      return database.write(async (transaction) => {
        const previous = await getTarget(transaction, userId, { changes, actor })
        const canVerify = await accountLinks.canVerifyNewEmail(transaction.db, previous)
        const row = await updateAccount(transaction, previous, { ...input, ...passwordColumns }, { actor, version })
        if (canVerify && row.email !== previous.email)
          await accountLinks.notifyOfNewEmail(transaction, { previous, user: row }, context)
        const detail = describeChanges(previous, row)
        if (detail) await audit.record(transaction, { actor, action: 'user.update', target: row.name, detail })
        return toRecord(transaction.db, row)
      })
    },

    /**
     * Sends a new invitation, which invalidates earlier links. Throws `notFound`; `conflict` for a user who isn't
     * pending, and while mail can't be sent.
     */
    async invite(userId: string, actor: Actor & Caller): Promise<UserRecord> {
      const context = await accountLinks.getMailContext()
      return database.write(async (transaction) => {
        const row = await getTarget(transaction, userId, { actor })
        if (row.status !== 'pending') throw conflict(USER_MESSAGES.notInvitable)
        await sendInvitation(transaction, row, context)
        await audit.record(transaction, { actor, action: 'user.invite', target: row.name })
        return toRecord(transaction.db, row)
      })
    },

    /**
     * Enables or disables an account. Throws `notFound`; `conflict` for the caller's own and the last active
     * super_admin.
     */
    setStatus: (userId: string, status: UserStatus, actor: Actor & Caller): Promise<UserRecord> =>
      database.write(async (transaction) => {
        const previous = await getTarget(transaction, userId, { changes: [{ kind: 'status', status }], actor })
        const row = await updateAccount(transaction, previous, { status }, { actor })
        const detail = describeStatusChange(previous.status, status)
        if (detail) await audit.record(transaction, { actor, action: 'user.status', target: row.name, detail })
        return toRecord(transaction.db, row)
      }),

    /**
     * Sets an account's password, which must be changed at the next sign-in. Throws `notFound`; `conflict` for the
     * caller's own, whose change requires the current one; `invalid` for a password that violates the policy.
     */
    async setPassword(userId: string, password: string, actor: Actor): Promise<void> {
      if (userId === actor.id) throw conflict(USER_MESSAGES.changeOwnPasswordInAccount)
      const passwordColumns = await hashPassword(userId, password, { path: 'newPassword' })
      await database.write(async (transaction) => {
        const previous = await getTarget(transaction, userId, { actor })
        const row = await updateAccount(transaction, previous, passwordColumns, { actor })
        await audit.record(transaction, { actor, action: 'user.password', target: row.name })
      })
    },

    /** Ends all sessions of a user, but not the one of the caller. Returns their number. Throws `notFound`. */
    endSessions: (userId: string, actor: SessionUser): Promise<number> =>
      database.write(async (transaction) => {
        const { id, name } = await getTarget(transaction, userId, { actor })
        const count = await identity.sessions.endAll(transaction.db, { userId: id, exceptId: actor.sessionId })
        await audit.record(transaction, { actor, action: 'user.sessions', target: name, detail: `${count}个会话` })
        return count
      }),

    /** Ends all sessions of all users, but not the one of the caller. Returns their number. */
    endAllSessions: (actor: SessionUser): Promise<number> =>
      database.write(async (transaction) => {
        const count = await identity.sessions.endAll(transaction.db, { exceptId: actor.sessionId })
        await audit.record(transaction, {
          actor,
          action: 'user.sessions',
          target: '全部用户',
          detail: `${count}个会话，保留了自己当前的会话`,
        })
        return count
      }),

    closeAccount: createCloseAccount({ database, audit, identity, accountLinks, removeAccount }),
    exportOwnData: createExportOwnData(dependencies),

    /**
     * Deletes an account with everything that belongs to it. Throws `notFound`; `conflict` for the caller's own and the
     * last active super_admin.
     */
    remove: (userId: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        const row = await getTarget(transaction, userId, { changes: [{ kind: 'delete' }], actor })
        await removeAccount(transaction, row)
        await audit.record(transaction, { actor, action: 'user.remove', target: row.name })
      }),
  }
}
