import { randomBytes, randomUUID } from 'node:crypto'
import type { User } from '#contracts/identity/account.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { Role, UserStatus } from '#contracts/vocabulary.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflictingField, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { redactContacts } from '#server/platform/contacts/redact-contacts.ts'
import { isUniqueViolation, type Queryable, type Transaction } from '#server/platform/database/database.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import { buildSearchLines } from '#server/platform/search-text/search-lines.ts'
import type { Devices } from './devices/service.ts'
import type { Links } from './links/service.ts'
import type { LoginAttempts } from './login-attempts.ts'
import { parseLoginName } from './login-name.ts'
import type { NewPasswords } from './new-passwords.ts'
import {
  deleteSessions,
  findUser,
  findUserByEmail,
  insertUser,
  listActiveSuperAdmins,
  type UserFields,
  type UserRow,
  updateUser,
} from './store.ts'

type PersonFields = Pick<User, 'name' | 'email' | 'company' | 'position' | 'phone'>
/** A new account with its password in plain text. */
export type NewUser = PersonFields & {
  password: string
  /** Whether the password must be changed at the first sign-in. */
  isPasswordTemporary?: boolean
  role: Role
  status: UserStatus
  /** The version of the accepted terms. */
  termsVersion?: number | null
  /** When a mailed link verified the email address. */
  emailVerifiedAt?: string | null
  id?: string | undefined
  /** The account that creates it; `null` for the system itself, by default the new account. */
  createdBy?: string | null
}

/** The fields of an account that a caller can change; `update` computes the other columns. */
export type AccountChange = Pick<
  UserFields,
  keyof PersonFields | 'role' | 'status' | 'passwordHash' | 'isPasswordTemporary' | 'emailVerifiedAt'
>

/** Who changes an account, and the version that it must still be at, if given. */
type AccountSave = { actor: Pick<Actor, 'id'>; version?: number | undefined }

/** Returns a random password of 144 bits. */
export const generatePassword = (): string => randomBytes(18).toString('base64url')

export type Accounts = ReturnType<typeof createAccounts>

type Dependencies = {
  clock: Clock
  newPasswords: NewPasswords
  attempts: LoginAttempts
  links: Links
  devices: Devices
  /** Passes on to others what only members can have, of an account that joins the staff. */
  leaveToMembers(transaction: Transaction, accountId: string): Promise<void>
}

/** Creates the accounts API for other modules, which runs inside their transactions. */
export function createAccounts({ clock, newPasswords, attempts, links, devices, leaveToMembers }: Dependencies) {
  function buildRow(
    user: Omit<NewUser, 'password' | 'isPasswordTemporary'>,
    password: Pick<UserRow, 'passwordHash' | 'isPasswordTemporary'>,
  ): UserRow {
    const { id = randomUUID(), name, role, status, company, position, phone } = user
    const { termsVersion = null, emailVerifiedAt = null, createdBy = id } = user
    const { name: email, localPart } = parseLoginName(user.email)
    const now = timestamp(clock)
    return {
      ...password,
      id,
      email,
      localPart,
      name,
      role,
      status,
      company,
      position,
      phone,
      termsVersion,
      emailVerifiedAt,
      searchText: buildPersonSearchLines(name, company),
      lastLogin: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
      updatedBy: createdBy,
    }
  }

  return {
    find: (db: Queryable, id: string): Promise<UserRow | undefined> => findUser(db, id),

    /** Returns an account by its email address, ignoring case. */
    findByEmail: (db: Queryable, email: string): Promise<UserRow | undefined> =>
      findUserByEmail(db, parseLoginName(email).name),

    /** Lists the active super_admins, to send mail to. */
    listSuperAdmins: (db: Queryable): Promise<Pick<UserRow, 'name' | 'email'>[]> => listActiveSuperAdmins(db),

    /**
     * Returns the row of a new account. Call it before the transaction starts, because hashing is slow. Throws
     * `invalid` on `password` if it violates the password rules.
     */
    async createRow({ password, isPasswordTemporary = false, ...user }: NewUser): Promise<UserRow> {
      const { name: email } = parseLoginName(user.email)
      const context = { name: user.name, email, path: 'password', label: '密码' } as const
      return buildRow(user, { passwordHash: await newPasswords.hash(password, context), isPasswordTemporary })
    },

    /** Returns the row of a new account without a password, which opens only in another way. */
    createRowWithoutPassword: (user: Omit<NewUser, 'password' | 'isPasswordTemporary'>): UserRow =>
      buildRow(user, { passwordHash: '', isPasswordTemporary: false }),

    /** Inserts a row returned by `createRow`. Throws `conflict` if the email address is taken. */
    insert: async ({ db }: Transaction, row: UserRow): Promise<void> => {
      await insertUser(db, row).catch(throwIfEmailTaken)
    },

    /**
     * Updates an account. A new password, or a status that can't sign in, ends its sessions. A new password or email
     * address invalidates mailed links; a new password also removes known devices. Others take over what only members can
     * have if it joins the staff. Throws `conflict` if the email address is taken, `notFound`, and `versionConflict` if
     * the account isn't at the given version.
     */
    async update(
      transaction: Transaction,
      before: UserRow,
      change: AccountChange,
      { actor, version }: AccountSave,
    ): Promise<UserRow> {
      const { email, name = before.name, company = before.company } = change
      const fields = {
        ...change,
        ...(email === undefined ? {} : toEmailFields(email, before)),
        searchText: buildPersonSearchLines(name, company),
        ...createSaveStamp(clock, actor),
      }
      const row = await updateUser(transaction.db, { id: before.id, version }, fields).catch(throwIfEmailTaken)
      if (!row) throw version === undefined ? notFound(MESSAGES.userNotFound) : createStaleUserError()
      const hasNewPassword = row.passwordHash !== before.passwordHash
      if (hasNewPassword || row.status !== 'active') await deleteSessions(transaction.db, row.id)
      if (hasNewPassword) {
        await attempts.clear(transaction.db, [row.email, row.localPart])
        await devices.forgetAll(transaction.db, row.id)
      }
      if (hasNewPassword || row.email !== before.email) await links.removeAll(transaction, row.id)
      if (before.role === 'member' && row.role !== 'member') await leaveToMembers(transaction, row.id)
      return row
    },
  }
}

export const createEmailTakenError = () => conflictingField('email', MESSAGES.emailTaken)

const createStaleUserError = () => new AppError('versionConflict', USER_MESSAGES.stale)

/** Converts a unique violation of the email address to a conflict. */
function throwIfEmailTaken(error: unknown): never {
  throw isUniqueViolation(error) ? createEmailTakenError() : error
}

/** Returns the columns for an email address; a new one isn't verified yet. */
function toEmailFields(input: string, before: UserRow) {
  const { name: email, localPart } = parseLoginName(input)
  return { email, localPart, ...(email === before.email ? {} : { emailVerifiedAt: null }) }
}

/**
 * Builds the search text of a person. Contacts in it aren't searched, since viewers could determine them digit by digit
 * (docs/decisions/030).
 */
const buildPersonSearchLines = (name: string, company: string): string =>
  buildSearchLines([name, company].map(redactContacts))
