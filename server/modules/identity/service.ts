import type { Author } from '#contracts/content/revision.ts'
import type { ProfileInput, Refreshed, User } from '#contracts/identity/account.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { type Permission, rolesWith } from '#contracts/permissions.ts'
import { peopleSearchText } from '#contracts/rules/people-search.ts'
import { createAccountMail } from '#server/modules/account-links/account-mail.ts'
import { createByLink } from '#server/modules/account-links/service.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import { createRegistration } from '#server/modules/registration/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { createUsers } from '#server/modules/users/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { SignedInUser } from '#server/platform/http/guard/guard.ts'
import { createTurns } from '#server/platform/in-turn.ts'
import { type NewUser, newUserRow, randomPassword, takingAddress } from './accounts.ts'
import { createLinks } from './links/service.ts'
import { createLoginAttempts } from './login-attempts.ts'
import { createOwnChecks } from './own-checks.ts'
import { createOwnPassword } from './own-password.ts'
import { createPasswordReset } from './reset-password.ts'
import { createSessions } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { findUser, hasUsers, insertUser, listActiveUsers, type UserRow, updateUser } from './store.ts'
import { createTwoFactor } from './two-factor/service.ts'
import { wireUser } from './view.ts'

export type { NewUser }
export type AccountsService = ReturnType<typeof createAccountsService>

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
  mail: MailService
  /** Where the links of letters lead. */
  publicUrl: string
}

/** Users, their passwords and their sessions. */
export function createAccountsService(needs: Needs) {
  const { database, clock, audit } = needs
  const inTurn = createTurns()
  const sessions = createSessions(needs)
  const attempts = createLoginAttempts(needs)
  const checks = createOwnChecks({ ...needs, attempts, inTurn })
  const twoFactor = createTwoFactor({ ...needs, checks })
  const links = createLinks(needs)
  const letters = createAccountMail({ ...needs, links })

  async function found(id: string): Promise<UserRow> {
    const user = await findUser(database.read, id)
    if (!user) throw notFound(MESSAGES.userNotFound)
    return user
  }

  return {
    ...createSignIn({ ...needs, sessions, twoFactor, attempts, inTurn }),
    sessions,
    twoFactor,
    users: createUsers({ ...needs, attempts, letters }),
    byLink: createByLink({ ...needs, links, letters, attempts }),
    register: createRegistration({ ...needs, sessions, letters }),
    changePassword: createOwnPassword({ ...needs, checks }),
    resetPassword: createPasswordReset({ ...needs, attempts }),

    /** Makes an account of any role, for whoever sets a system up. Throws `conflict` where the address is taken. */
    async create(user: NewUser): Promise<User> {
      const row = await newUserRow(needs, user)
      await database.write(({ tx }) => takingAddress(() => insertUser(tx, row)))
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

    read: async (id: string): Promise<User> => wireUser(await found(id)),

    /** Who may, of the active accounts, by name: whom a piece of work can be given to. */
    listWhoMay: (permission: Permission): Promise<Author[]> => listActiveUsers(database.read, rolesWith(permission)),

    async updateProfile(actor: Actor, given: ProfileInput): Promise<User> {
      return database.write(async (write) => {
        const before = await findUser(write.tx, actor.id)
        if (!before) throw notFound(MESSAGES.userNotFound)
        const { name = before.name, company = before.company, position, phone } = given
        const fields = { name, company, position, phone, searchText: peopleSearchText(name, company) }
        const row = await updateUser(write.tx, actor.id, { ...fields, updatedAt: timestamp(clock) })
        if (!row) throw notFound(MESSAGES.userNotFound)
        await audit.record(write, { actor, action: 'profile.update', target: row.name })
        return wireUser(row)
      })
    },

    /** Lets one of the user's sessions last longer. */
    async refresh(user: SignedInUser, sessionId: string): Promise<Refreshed> {
      const session = await sessions.extend(user, sessionId)
      if (!session) return { valid: false, session: null, user: null }
      return { valid: true, session, user: wireUser(await found(user.id)) }
    },
  }
}
