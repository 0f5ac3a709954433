import { randomBytes, randomUUID } from 'node:crypto'
import type { User } from '#contracts/identity/account.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { buildPersonSearchText } from '#contracts/rules/people-search.ts'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { Role, UserStatus } from '#contracts/vocabulary.ts'
import { AppError, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { isUniqueViolation, type Queryable, type Write } from '#server/platform/database/database.ts'
import type { Links } from './links/service.ts'
import type { LoginAttempts } from './login-attempts.ts'
import { loginName } from './login-name.ts'
import type { Passwords } from './passwords.ts'
import {
  deleteSessions,
  findUser,
  findUserByEmail,
  insertUser,
  listActiveSuperAdminUsers,
  type UserFields,
  type UserRow,
  updateUser,
} from './store.ts'

type Person = Pick<User, 'name' | 'email' | 'company' | 'position' | 'phone'>
/** An account to be made, its password in the clear. */
export type NewUser = Person & { password: string; role: Role; status: UserStatus; id?: string }

/** What of an account can be changed; the database's other columns follow from it. */
export type AccountChange = Pick<UserFields, keyof Person | 'role' | 'status' | 'passwordHash'>

/** Returns 144 random bits as text, for a password that nobody chose. */
export const randomPassword = (): string => randomBytes(18).toString('base64url')

export type Accounts = ReturnType<typeof createAccounts>

type Dependencies = { clock: Clock; passwords: Passwords; attempts: LoginAttempts; links: Links }

/** Accounts as other modules find, make and change them, inside a transaction of theirs. */
export function createAccounts({ clock, passwords, attempts, links }: Dependencies) {
  return {
    find: (db: Queryable, id: string): Promise<UserRow | undefined> => findUser(db, id),

    /** Finds an account by its address, in any letter case. */
    findByEmail: (db: Queryable, email: string): Promise<UserRow | undefined> =>
      findUserByEmail(db, loginName(email).name),

    /** Lists the active super_admins, for mails to them. */
    listSuperAdmins: (db: Queryable): Promise<Pick<UserRow, 'name' | 'email'>[]> => listActiveSuperAdminUsers(db),

    /** Returns the row of a new account. Hashing takes a while: to be called before the transaction begins. */
    async prepare(user: NewUser): Promise<UserRow> {
      const { id = randomUUID(), name, role, status, company, position, phone } = user
      const { name: email, localPart } = loginName(user.email)
      const now = timestamp(clock)
      return {
        id,
        email,
        localPart,
        name,
        role,
        status,
        company,
        position,
        phone,
        passwordHash: await passwords.hash(user.password),
        searchText: buildPersonSearchText(name, company),
        lastLogin: null,
        version: 1,
        createdAt: now,
        updatedAt: now,
      }
    },

    /** Keeps a row that `prepare` returned. Throws `conflict` if the address is taken. */
    insert: async ({ tx }: Write, row: UserRow): Promise<void> => {
      await whileAddressIsFree(() => insertUser(tx, row))
    },

    /**
     * Changes an account. Another password, or a status that may not sign in, ends its sessions; another password or
     * address makes links of earlier mails void. Throws `conflict` if the address is taken, `notFound`, and
     * `staleRevision` if a version is given and the account is no longer at it.
     */
    async update(write: Write, before: UserRow, change: AccountChange, version?: number): Promise<UserRow> {
      const { email, name = before.name, company = before.company } = change
      const fields = {
        ...change,
        ...(email === undefined ? {} : addressFields(email)),
        searchText: buildPersonSearchText(name, company),
        updatedAt: timestamp(clock),
      }
      const row = await whileAddressIsFree(() => updateUser(write.tx, { id: before.id, version }, fields))
      if (!row) throw version === undefined ? notFound(MESSAGES.userNotFound) : staleUser()
      const hasNewPassword = row.passwordHash !== before.passwordHash
      if (hasNewPassword || row.status !== 'active') await deleteSessions(write.tx, row.id)
      if (hasNewPassword) await attempts.clear(write.tx, [row.email, row.localPart])
      if (hasNewPassword || row.email !== before.email) await links.removeAll(write, row.id)
      return row
    },
  }
}

export const emailTaken = () =>
  new AppError('conflict', MESSAGES.emailTaken, [{ path: 'email', message: MESSAGES.emailTaken }])

const staleUser = () => new AppError('staleRevision', USER_MESSAGES.stale)

async function whileAddressIsFree<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save()
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error
  }
}

const addressFields = (input: string) => {
  const { name: email, localPart } = loginName(input)
  return { email, localPart }
}
