import type { AuditAction } from '#contracts/audit/actions.ts'
import type { Credentials, ProfileInput, Refreshed, SignedIn, User } from '#contracts/identity/account.ts'
import type { TwoFactorLoginInput } from '#contracts/identity/two-factor.ts'
import type { UserReference } from '#contracts/identity/user-reference.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { listRolesWithPermission, type Permission } from '#contracts/permissions.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SecurityEventService } from '#server/modules/security-events/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor, Client } from '#server/platform/actor.ts'
import { AppError, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { SendGuarded } from '#server/platform/guarded-request.ts'
import type { SignedInUser } from '#server/platform/http/guard/guard.ts'
import { createKeyedQueue } from '#server/platform/keyed-queue.ts'
import {
  type AccountChange,
  createAccounts,
  createEmailTakenError,
  generatePassword,
  type NewUser,
} from './accounts.ts'
import { createChangePassword } from './change-password.ts'
import { createCeremonies } from './company-accounts/ceremonies.ts'
import { createProviderFetch } from './company-accounts/provider-fetch.ts'
import { createProviders } from './company-accounts/providers.ts'
import { createCompanyAccounts } from './company-accounts/service.ts'
import { createCompanySignIn } from './company-accounts/sign-in.ts'
import { createSignInWays } from './company-accounts/staff-sign-in.ts'
import { createDevices } from './devices/service.ts'
import { createLinks, type LinkRow } from './links/service.ts'
import { createLoginAttempts, getNetwork } from './login-attempts.ts'
import { createNewPasswords } from './new-passwords.ts'
import { createPasskeyChallenges } from './passkeys/challenges.ts'
import { createRelyingParty } from './passkeys/relying-party.ts'
import { createPasskeys } from './passkeys/service.ts'
import { createPasskeySignIn } from './passkeys/sign-in.ts'
import { createPasswords, type PasswordCost } from './passwords.ts'
import { getPendingStep } from './policy.ts'
import { createReauthentication, type SessionUser } from './reauthentication.ts'
import { createPasswordReset } from './reset-password.ts'
import { createSessions } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { createSessionStarts } from './start-session.ts'
import { findUser, hasUsers, listActiveUsers, type UserRow } from './store.ts'
import { createTwoFactor } from './two-factor/service.ts'
import { toUser } from './view.ts'

export type { AccountChange, LinkRow, NewUser, SessionUser, UserRow }
export { createEmailTakenError, generatePassword, getNetwork, getPendingStep, toUser }
export type IdentityService = ReturnType<typeof createIdentityService>

/** The id is fixed, so that only one of several nodes that start for the first time can create the account. */
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
  securityEvents: SecurityEventService
  /** The site's address, without a trailing slash: passkeys belong to its domain. */
  publicUrl: string
  /** Sends requests to the identity providers of companies. */
  sendToProviders: SendGuarded
  /** Returns whether an identity provider at a URL may be used. */
  isProviderAllowed(url: string): Promise<boolean>
  /** Passes on to others what only members can have, of an account that joins the staff. */
  leaveToMembers(transaction: Transaction, accountId: string): Promise<void>
  /** The cost of password hashes, which is lower in tests. */
  passwordCost?: PasswordCost | undefined
}

/** Creates the identity service: accounts, passwords, passkeys, companies' accounts, sessions, two-factor sign-in and links. */
export function createIdentityService({ passwordCost, ...dependencies }: Dependencies) {
  const { database, audit, publicUrl, sendToProviders, isProviderAllowed } = dependencies
  const passwords = createPasswords(passwordCost)
  const shared = { ...dependencies, passwords }
  const enqueue = createKeyedQueue()
  const newPasswords = createNewPasswords(shared)
  const devices = createDevices(shared)
  const attempts = createLoginAttempts(shared)
  const reauthentication = createReauthentication({ ...shared, attempts, enqueue })
  const sessions = createSessions({ ...shared, reauthentication })
  const twoFactor = createTwoFactor({ ...shared, reauthentication })
  const links = createLinks(shared)
  const accounts = createAccounts({ ...shared, newPasswords, attempts, links, devices })
  const sessionStarts = createSessionStarts({ ...shared, sessions, links, devices })
  const challenges = createPasskeyChallenges(shared)
  const site = createRelyingParty(publicUrl)
  const ways = createSignInWays(shared)
  const passwordSignIn = createSignIn({ ...shared, sessionStarts, twoFactor, attempts, enqueue, devices, ways })
  const providers = createProviders({
    ...shared,
    ways,
    isAllowed: isProviderAllowed,
    createFetch: () => createProviderFetch(sendToProviders),
  })
  const ceremonies = createCeremonies({ ...shared, providers })
  const { confirmOwner, confirmCode, ...signIn } = passwordSignIn
  const companySignIn = createCompanySignIn({
    ...shared,
    accounts,
    sessionStarts,
    twoFactor,
    ceremonies,
    confirmOwner,
    confirmCode,
  })
  const companyAccounts = createCompanyAccounts({
    ...shared,
    newPasswords,
    ceremonies,
    providers,
    ways,
    signIn: companySignIn,
    requireCredentials: (user, credentials) =>
      requireCredentials(user, credentials, { action: 'auth.company-account' }),
  })
  const passkeys = createPasskeys({
    ...shared,
    twoFactor,
    challenges,
    site,
    ways,
    requireCredentials: (user, credentials) => requireCredentials(user, credentials, { action: 'auth.passkey' }),
  })

  async function getUser(id: string): Promise<UserRow> {
    const user = await findUser(database.read, id)
    if (!user) throw notFound(MESSAGES.userNotFound)
    return user
  }

  /**
   * Confirms the identity of a signed-in user before a sensitive action: their password, and a code if two-factor
   * sign-in is enabled. `passwordPath` is the form field of the password. Throws `invalid` for a
   * wrong secret, `tooManyRequests` after too many wrong ones.
   */
  async function requireCredentials(
    user: SessionUser,
    { password, code }: Partial<Credentials>,
    { action, passwordPath = 'password' }: { action: AuditAction; passwordPath?: string },
  ): Promise<void> {
    await reauthentication.requirePassword(user, { path: passwordPath, password, action })
    await twoFactor.requireCodeIfEnabled(user, code, action)
  }

  return {
    ...signIn,
    /** Signs in with a two-factor code after a password or a company's account, by the challenge that these returned. */
    loginTwoFactor: async (input: TwoFactorLoginInput, client: Client): Promise<SignedIn> =>
      (await companySignIn.finishByCode(input, client)) ?? signIn.loginTwoFactor(input, client),
    loginCompany: companySignIn.loginCompany,
    beginCompany: companySignIn.beginCompany,
    joinCompany: companySignIn.joinCompany,
    companyAccounts,
    providers,
    ...createPasskeySignIn({ ...shared, sessionStarts, challenges, site }),
    accounts,
    passwords,
    newPasswords,
    devices,
    links,
    sessions,
    twoFactor,
    passkeys,
    changePassword: createChangePassword({ ...shared, newPasswords, links, reauthentication, twoFactor }),
    resetPassword: createPasswordReset({ ...shared, accounts }),
    requirePassword: reauthentication.requirePassword,
    requireCredentials,

    /**
     * Creates an account of any role, for setting up a system. Throws `conflict` if the email address is taken,
     * `invalid` if the password violates the password rules.
     */
    async create(user: NewUser): Promise<User> {
      const row = await accounts.createRow({ ...user, createdBy: null })
      await database.write((transaction) => accounts.insert(transaction, row))
      return toUser(row)
    },

    /**
     * Creates the first super_admin if there are no users; of several concurrent nodes only one succeeds. Returns the
     * account's email address, and its password if it is random; `undefined` if nothing was created. Throws `invalid`
     * if the password violates the password rules.
     */
    async ensureFirstAdmin({ email = FIRST_ADMIN.email, password }: { email?: string; password?: string }) {
      if (await hasUsers(database.read)) return undefined
      const initialPassword = password ?? generatePassword()
      try {
        // A password that is printed must be changed.
        const isPasswordTemporary = password === undefined
        const user = await this.create({ ...FIRST_ADMIN, email, password: initialPassword, isPasswordTemporary })
        return { email: user.email, password: password === undefined ? initialPassword : undefined }
      } catch (error) {
        if (error instanceof AppError && error.code === 'conflict') return undefined
        throw error
      }
    },

    /** Ends the session. Returns where it also ends at a company's identity provider; `null` if nowhere. */
    async logout(user: SessionUser): Promise<{ providerUrl: string } | null> {
      const { providerSignOut } = await sessions.end(user.sessionId, { user })
      const providerUrl = companySignIn.readSignOut(providerSignOut)
      return providerUrl === null ? null : { providerUrl }
    },

    /** Returns a user. Throws `notFound`. */
    get: async (id: string): Promise<User> => toUser(await getUser(id)),

    /** Returns what is stored about an account, for its owner: never a secret or its hash. Throws `notFound`. */
    async getAccountData(id: string) {
      const row = await getUser(id)
      return {
        ...toUser(row),
        emailVerifiedAt: row.emailVerifiedAt,
        termsVersion: row.termsVersion,
        updatedAt: row.updatedAt,
        twoFactor: await twoFactor.getAccountStatus(id),
        passkeys: (await passkeys.list(id)).passkeys,
        companyAccounts: (await companyAccounts.list(id)).accounts,
        knownDevices: await devices.list(id),
      }
    },

    /** Lists the active users whose role has a permission, by name. */
    listUsersWithPermission: (permission: Permission): Promise<UserReference[]> =>
      listActiveUsers(database.read, listRolesWithPermission(permission)),

    /** Changes the given fields of a user's own profile. Throws `notFound`. */
    async updateProfile(input: ProfileInput, actor: Actor): Promise<User> {
      return database.write(async (transaction) => {
        const before = await accounts.find(transaction.db, actor.id)
        if (!before) throw notFound(MESSAGES.userNotFound)
        const row = await accounts.update(transaction, before, input, { actor })
        await audit.record(transaction, { actor, action: 'profile.update', target: row.name })
        return toUser(row)
      })
    },

    /** Extends one of the user's sessions. Returns whether it was still valid, with the session and the user if so. */
    async refresh(sessionId: string, user: SignedInUser): Promise<Refreshed> {
      const session = await sessions.extend(sessionId, user)
      if (!session) return { valid: false, session: null, user: null }
      return { valid: true, session, user: toUser(await getUser(user.id)) }
    },
  }
}
