import { ACCOUNT_MESSAGES } from '#contracts/identity/messages.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { peopleSearchText, peopleSearchWords } from '#contracts/rules/people-search.ts'
import type { UserCreate, UserList, UserQuery, UserRecord, UserUpdate } from '#contracts/users/user.ts'
import type { UserStatus } from '#contracts/vocabulary.ts'
import type { AccountMail } from '#server/modules/account-links/account-mail.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { newUserRow, randomPassword, takingAddress } from '#server/modules/identity/accounts.ts'
import { deleteLinks, listLinks } from '#server/modules/identity/links/store.ts'
import type { LoginAttempts } from '#server/modules/identity/login-attempts.ts'
import { loginName } from '#server/modules/identity/login-name.ts'
import { passwords } from '#server/modules/identity/passwords.ts'
import {
  countUsers,
  deleteSessions,
  deleteUser,
  findUser,
  insertUser,
  listActiveSuperAdmins,
  listUsers,
  type UserFields,
  type UserRow,
  updateUser,
} from '#server/modules/identity/store.ts'
import { listTwoFactorUsers } from '#server/modules/identity/two-factor/store.ts'
import { userRecord } from '#server/modules/identity/view.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, invalid, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { changeRefusal, type UserChange } from './policy.ts'
import { changesInWords, statusChange } from './user-changes.ts'

type Needs = {
  database: Database
  clock: Clock
  audit: AuditService
  attempts: LoginAttempts
  letters: AccountMail
}

/** What administrators do to the accounts of others. Each change is in the audit, in its own transaction. */
export function createUsers(needs: Needs) {
  const { database, clock, audit, attempts, letters } = needs

  async function records(db: Queryable, rows: readonly UserRow[], seesContacts: boolean): Promise<UserRecord[]> {
    const ids = rows.map(({ id }) => id)
    const links = await listLinks(db, ids)
    const withTwoFactor = new Set(await listTwoFactorUsers(db, ids))
    return rows.map((row) => {
      const purposes = links.filter(({ userId }) => userId === row.id).map(({ purpose }) => purpose)
      return userRecord(row, { purposes, twoFactor: withTwoFactor.has(row.id), seesContacts })
    })
  }

  async function record(db: Queryable, row: UserRow): Promise<UserRecord> {
    const [made] = await records(db, [row], true)
    if (!made) throw notFound(MESSAGES.userNotFound)
    return made
  }

  /** Reads whom a change is about, once nothing speaks against it. Throws `notFound` and `conflict`. */
  async function target({ tx }: Write, actor: Actor, userId: string, changes: readonly UserChange[]): Promise<UserRow> {
    const activeSuperAdmins = await listActiveSuperAdmins(tx, database.kind === 'postgres')
    const row = await findUser(tx, userId)
    if (!row) throw notFound(MESSAGES.userNotFound)
    for (const change of changes) {
      const refusal = changeRefusal({ change, actorId: actor.id, target: row, activeSuperAdmins })
      if (refusal) throw conflict(refusal)
    }
    return row
  }

  /** Writes the fields. Whoever gets another password, or is no longer active, is signed out everywhere at once. */
  async function write({ tx }: Write, before: UserRow, fields: UserFields): Promise<UserRow> {
    const row = await takingAddress(() => updateUser(tx, before.id, { ...fields, updatedAt: timestamp(clock) }))
    if (!row) throw notFound(MESSAGES.userNotFound)
    const isNewPassword = row.passwordHash !== before.passwordHash
    if (isNewPassword || row.status !== 'active') await deleteSessions(tx, row.id)
    if (isNewPassword) await attempts.forget(tx, [row.email, row.localPart])
    // An administrator's word stands above a letter that is still under way, perhaps to an address of before.
    if (isNewPassword || row.status !== before.status || row.email !== before.email) await deleteLinks(tx, row.id)
    return row
  }

  async function sendInvitation(write: Write, row: UserRow, words: { siteName: string }): Promise<void> {
    if (!(await letters.sendLink(write, row, 'invitation', words))) throw conflict(ACCOUNT_MESSAGES.inviteNeedsMail)
  }

  return {
    /** A page of them, the newest first. Who may not see contacts doesn't find by addresses either. */
    async list({ page, limit, search, status }: UserQuery, seesContacts: boolean): Promise<UserList> {
      const filter = {
        ...{ status, isSearched: search !== '', words: peopleSearchWords(search) },
        email: seesContacts ? search.toLowerCase() : '',
      }
      const [rows, totalUsers] = await Promise.all([
        listUsers(database.read, filter, { limit, offset: (page - 1) * limit }),
        countUsers(database.read, filter),
      ])
      const users = await records(database.read, rows, seesContacts)
      const pagination = { current: page, total: Math.ceil(totalUsers / limit), limit, totalUsers }
      return { users, pagination, canInvite: await letters.isReady() }
    },

    /**
     * Makes an account; who is invited waits until they have set a password by the letter's link. Throws `conflict`
     * where the address is taken, in any letter case, and for an invitation while no mail can be sent.
     */
    async create(actor: Actor, input: UserCreate) {
      const { name, email, role, company = '', position = '', phone = '' } = input
      // Whoever is invited sets their own; until then nobody knows one.
      const password = (!input.invite && input.password) || randomPassword()
      const status = input.invite ? 'pending' : (input.status ?? 'active')
      const row = await newUserRow(needs, { name, email, role, password, status, company, position, phone })
      const words = await letters.words()
      return database.write(async (writing): Promise<UserRecord> => {
        await takingAddress(() => insertUser(writing.tx, row))
        if (input.invite) await sendInvitation(writing, row, words)
        const detail = changesInWords(undefined, row)
        await audit.record(writing, { actor, action: 'user.create', target: row.name, detail })
        return record(writing.tx, row)
      })
    },

    /**
     * Changes what is given; a blank password is none. Throws `notFound`; `conflict` where the address is taken, on
     * oneself, and on the last active super_admin.
     */
    async update(actor: Actor, userId: string, { password, email: typed, ...input }: UserUpdate): Promise<UserRecord> {
      if (password && userId === actor.id)
        throw invalid(ACCOUNT_MESSAGES.notYourPassword, [
          { path: 'password', message: ACCOUNT_MESSAGES.notYourPassword },
        ])
      const address = typed === undefined ? {} : addressOf(typed)
      const secret = password ? { passwordHash: await passwords.hash(password) } : {}
      const { role, status } = input
      const changes: UserChange[] = [
        ...(role ? [{ kind: 'role', role } as const] : []),
        ...(status ? [{ kind: 'status', status } as const] : []),
      ]
      return database.write(async (writing) => {
        const before = await target(writing, actor, userId, changes)
        const searchText = peopleSearchText(input.name ?? before.name, input.company ?? before.company)
        const row = await write(writing, before, { ...input, ...secret, ...address, searchText })
        const detail = changesInWords(before, row)
        if (detail) await audit.record(writing, { actor, action: 'user.update', target: row.name, detail })
        return record(writing.tx, row)
      })
    },

    /** Sends another invitation; the link of an earlier one counts no more. Throws `notFound`; `conflict` as `create` does. */
    async invite(actor: Actor, userId: string): Promise<UserRecord> {
      const words = await letters.words()
      return database.write(async (writing) => {
        const row = await target(writing, actor, userId, [])
        if (row.status !== 'pending') throw conflict(ACCOUNT_MESSAGES.notInvitable)
        await sendInvitation(writing, row, words)
        await audit.record(writing, { actor, action: 'user.invite', target: row.name })
        return record(writing.tx, row)
      })
    },

    /** Enables or disables. Throws as `update` does. */
    setStatus: (actor: Actor, userId: string, status: UserStatus): Promise<UserRecord> =>
      database.write(async (writing) => {
        const before = await target(writing, actor, userId, [{ kind: 'status', status }])
        const row = await write(writing, before, { status })
        const detail = statusChange(before.status, status)
        if (detail) await audit.record(writing, { actor, action: 'user.status', target: row.name, detail })
        return record(writing.tx, row)
      }),

    /** Gives an account another password. Throws `notFound`; `conflict` on oneself, who has to prove the old one. */
    async setPassword(actor: Actor, userId: string, password: string): Promise<void> {
      if (userId === actor.id) throw conflict(ACCOUNT_MESSAGES.notYourPassword)
      const passwordHash = await passwords.hash(password)
      await database.write(async (writing) => {
        const row = await write(writing, await target(writing, actor, userId, []), { passwordHash })
        await audit.record(writing, { actor, action: 'user.password', target: row.name })
      })
    },

    /** Deletes an account, its sessions with it. Throws as `update` does. */
    remove: (actor: Actor, userId: string): Promise<void> =>
      database.write(async (writing) => {
        const row = await target(writing, actor, userId, [{ kind: 'delete' }])
        await deleteUser(writing.tx, userId)
        await audit.record(writing, { actor, action: 'user.remove', target: row.name })
      }),
  }
}

const addressOf = (typed: string) => {
  const { name: email, localPart } = loginName(typed)
  return { email, localPart }
}

export type Users = ReturnType<typeof createUsers>
