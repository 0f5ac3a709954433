import type { Author } from '#contracts/content/revision.ts'
import type { ProfileInput, Refreshed, User } from '#contracts/identity/account.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { listRolesWith, type Permission } from '#contracts/permissions.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { SignedInUser } from '#server/platform/http/guard/guard.ts'
import { createKeyedQueue } from '#server/platform/keyed-queue.ts'
import { type AccountChange, createAccounts, emailTaken, type NewUser, randomPassword } from './accounts.ts'
import { createChangePassword } from './change-password.ts'
import { createLinks, type LinkRow } from './links/service.ts'
import { createLoginAttempts } from './login-attempts.ts'
import { createPasswords, type PasswordCost } from './passwords.ts'
import { findPendingStep } from './policy.ts'
import { createReauthentication } from './reauthentication.ts'
import { createPasswordReset } from './reset-password.ts'
import { createSessions } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { findUser, hasUsers, listActiveUsers, type UserRow } from './store.ts'
import { createTwoFactor } from './two-factor/service.ts'
import { toUser } from './view.ts'

export type { AccountChange, LinkRow, NewUser, UserRow }
export { emailTaken, findPendingStep, randomPassword, toUser }
export type IdentityService = ReturnType<typeof createIdentityService>

/** Its id is the same on every node, so that only one of several first starts can make it. */
const FIRST_ADMIN = {
  id: '00000000-0000-4000-8000-000000000001',
  email: 'admin@zhijian.local',
  name: '管理员',
  role: 'super_admin',
  status: 'active',
  company: '',
  position: '',
  phone: '',
} as const

type Dependencies = {
  database: Database
  clock: Clock
  settings: SettingsService
  audit: AuditService
  encryption: Encryption
  /** Lower in tests. */
  passwordCost?: PasswordCost | undefined
}

/** Creates the identity service: accounts, passwords, sessions, codes and links. */
export function createIdentityService({ passwordCost, ...input }: Dependencies) {
  const { database, audit } = input
  const passwords = createPasswords(passwordCost)
  const needs = { ...input, passwords }
  const enqueue = createKeyedQueue()
  const sessions = createSessions(needs)
  const attempts = createLoginAttempts(needs)
  const checks = createReauthentication({ ...needs, attempts, enqueue })
  const twoFactor = createTwoFactor({ ...needs, checks })
  const links = createLinks(needs)
  const accounts = createAccounts({ ...needs, attempts, links })

  async function getUser(id: string): Promise<UserRow> {
    const user = await findUser(database.read, id)
    if (!user) throw notFound(MESSAGES.userNotFound)
    return user
  }

  return {
    ...createSignIn({ ...needs, sessions, links, twoFactor, attempts, enqueue }),
    accounts,
    passwords,
    links,
    sessions,
    twoFactor,
    changePassword: createChangePassword({ ...needs, links, checks }),
    resetPassword: createPasswordReset({ ...needs, accounts }),

    /** Creates an account of any role, for setting up a system. Throws `conflict` if the address is taken. */
    async create(user: NewUser): Promise<User> {
      const row = await accounts.prepare(user)
      await database.write((write) => accounts.insert(write, row))
      return toUser(row)
    },

    /**
     * Makes the first super_admin if there is no user at all; several nodes may try at once, one does it. Returns the
     * account's address, and its password if that is a random one; `undefined` if nothing was made.
     */
    async ensureFirstAdmin({ email = FIRST_ADMIN.email, password }: { email?: string; password?: string }) {
      if (await hasUsers(database.read)) return undefined
      const initialPassword = password ?? randomPassword()
      try {
        const user = await this.create({ ...FIRST_ADMIN, email, password: initialPassword })
        return { email: user.email, password: password === undefined ? initialPassword : undefined }
      } catch (error) {
        if (error instanceof AppError && error.code === 'conflict') return undefined
        throw error
      }
    },

    read: async (id: string): Promise<User> => toUser(await getUser(id)),

    /** Lists the active users whose role has a permission, by name. */
    listUsersWithPermission: (permission: Permission): Promise<Author[]> =>
      listActiveUsers(database.read, listRolesWith(permission)),

    async updateProfile(actor: Actor, input: ProfileInput): Promise<User> {
      return database.write(async (write) => {
        const before = await accounts.find(write.tx, actor.id)
        if (!before) throw notFound(MESSAGES.userNotFound)
        const row = await accounts.update(write, before, input)
        await audit.record(write, { actor, action: 'profile.update', target: row.name })
        return toUser(row)
      })
    },

    /** Lets one of the user's sessions last longer. */
    async refresh(user: SignedInUser, sessionId: string): Promise<Refreshed> {
      const session = await sessions.extend(user, sessionId)
      if (!session) return { valid: false, session: null, user: null }
      return { valid: true, session, user: toUser(await getUser(user.id)) }
    },
  }
}
