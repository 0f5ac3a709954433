import type { Author } from '#contracts/content/revision.ts'
import type { ProfileInput, Refreshed, User } from '#contracts/identity/account.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { type Permission, rolesWith } from '#contracts/permissions.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { SignedInUser } from '#server/platform/http/guard/guard.ts'
import { createTurns } from '#server/platform/in-turn.ts'
import { type AccountChange, createAccounts, emailTaken, type NewUser, randomPassword } from './accounts.ts'
import { createLinks, type LinkRow } from './links/service.ts'
import { createLoginAttempts } from './login-attempts.ts'
import { createOwnChecks } from './own-checks.ts'
import { createOwnPassword } from './own-password.ts'
import { createPasswords, type PasswordCost } from './passwords.ts'
import { awaitedOf } from './policy.ts'
import { createPasswordReset } from './reset-password.ts'
import { createSessions } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { findUser, hasUsers, listActiveUsers, type UserRow } from './store.ts'
import { createTwoFactor } from './two-factor/service.ts'
import { wireUser } from './view.ts'

export type { AccountChange, LinkRow, NewUser, UserRow }
export { awaitedOf, emailTaken, randomPassword, wireUser }
export type IdentityService = ReturnType<typeof createIdentityService>

/** Its id is the same on every node, so that only one of several first starts can make it. */
const FIRST_ADMIN = {
  id: '00000000-0000-4000-8000-000000000001',
  email: 'admin@zhijian.local',
  name: '管理员',
  role: 'super_admin',
  status: 'active',
  ...{ company: '', position: '', phone: '' },
} as const

type Needs = {
  database: Database
  clock: Clock
  settings: SettingsService
  audit: AuditService
  encryption: Encryption
  /** Lower in tests. */
  passwordCost?: PasswordCost | undefined
}

/** Who somebody is: accounts, and every secret that opens one (passwords, sessions, codes, links). */
export function createIdentityService({ passwordCost, ...given }: Needs) {
  const { database, audit } = given
  const passwords = createPasswords(passwordCost)
  const needs = { ...given, passwords }
  const inTurn = createTurns()
  const sessions = createSessions(needs)
  const attempts = createLoginAttempts(needs)
  const checks = createOwnChecks({ ...needs, attempts, inTurn })
  const twoFactor = createTwoFactor({ ...needs, checks })
  const links = createLinks(needs)
  const accounts = createAccounts({ ...needs, attempts, links })

  async function getUser(id: string): Promise<UserRow> {
    const user = await findUser(database.read, id)
    if (!user) throw notFound(MESSAGES.userNotFound)
    return user
  }

  return {
    ...createSignIn({ ...needs, sessions, links, twoFactor, attempts, inTurn }),
    accounts,
    passwords,
    links,
    sessions,
    twoFactor,
    changePassword: createOwnPassword({ ...needs, links, checks }),
    resetPassword: createPasswordReset({ ...needs, accounts }),

    /** Makes an account of any role, for whoever sets a system up. Throws `conflict` if the address is taken. */
    async create(user: NewUser): Promise<User> {
      const row = await accounts.prepare(user)
      await database.write((write) => accounts.insert(write, row))
      return wireUser(row)
    },

    /**
     * Makes the first super_admin where there is no user at all; several nodes may try at once, one does it.
     * Gives the account's address, and its password where that is a random one; `undefined` where nothing was made.
     */
    async ensureFirstAdmin({ email = FIRST_ADMIN.email, password }: { email?: string; password?: string }) {
      if (await hasUsers(database.read)) return undefined
      const chosen = password ?? randomPassword()
      try {
        const made = await this.create({ ...FIRST_ADMIN, email, password: chosen })
        return { email: made.email, password: password === undefined ? chosen : undefined }
      } catch (error) {
        if (error instanceof AppError && error.code === 'conflict') return undefined
        throw error
      }
    },

    read: async (id: string): Promise<User> => wireUser(await getUser(id)),

    /** Who may, of the active accounts, by name: whom a piece of work can be given to. */
    listWhoMay: (permission: Permission): Promise<Author[]> => listActiveUsers(database.read, rolesWith(permission)),

    async updateProfile(actor: Actor, given: ProfileInput): Promise<User> {
      return database.write(async (write) => {
        const before = await accounts.find(write.tx, actor.id)
        if (!before) throw notFound(MESSAGES.userNotFound)
        const row = await accounts.update(write, before, given)
        await audit.record(write, { actor, action: 'profile.update', target: row.name })
        return wireUser(row)
      })
    },

    /** Lets one of the user's sessions last longer. */
    async refresh(user: SignedInUser, sessionId: string): Promise<Refreshed> {
      const session = await sessions.extend(user, sessionId)
      if (!session) return { valid: false, session: null, user: null }
      return { valid: true, session, user: wireUser(await getUser(user.id)) }
    },
  }
}
