import type { Credentials } from '#contracts/identity/account.ts'
import { COMPANY_MESSAGES as MESSAGES } from '#contracts/identity/company-messages.ts'
import type {
  CompanyAccount,
  CompanyAnswer,
  CompanyLink,
  CompanyRedirect,
  OwnCompanyAccounts,
} from '#contracts/identity/company-sign-in.ts'
import { COMPANY_SIGN_IN } from '#contracts/limits.ts'
import { MESSAGES as GENERAL_MESSAGES } from '#contracts/messages/general.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SecurityEventService } from '#server/modules/security-events/service.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import type { NewPasswords } from '../new-passwords.ts'
import type { SessionUser } from '../reauthentication.ts'
import { deleteSessions, findSession, findUser, replacePassword } from '../store.ts'
import type { Ceremonies } from './ceremonies.ts'
import type { Providers } from './providers.ts'
import type { CompanySignIn } from './sign-in.ts'
import type { SignInWays } from './staff-sign-in.ts'
import {
  type CompanyAccountRow,
  deleteCompanyAccount,
  deleteCompanySessions,
  findBySubject,
  listCompanyAccounts,
  listProviders,
  type ProviderRow,
} from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  securityEvents: SecurityEventService
  newPasswords: NewPasswords
  ceremonies: Ceremonies
  providers: Providers
  ways: SignInWays
  signIn: Pick<CompanySignIn, 'insertLink' | 'assertDomain' | 'assertForRole'>
  /** Confirms the user's identity by password, and by a code if two-factor sign-in is enabled. */
  requireCredentials: (user: SessionUser, credentials: Credentials) => Promise<void>
}

/** Additions and deletions of one account wait for each other, as they count what there is. */
const getLock = (userId: string) => `company-accounts ${userId}`

/** Creates the service by which people manage the companies' accounts that open theirs (decision 115). */
export function createCompanyAccounts(dependencies: Dependencies) {
  const { database, clock, audit, securityEvents, newPasswords, ceremonies, providers, ways, signIn } = dependencies
  const { requireCredentials } = dependencies

  return {
    /** Lists those of a user, with what can be joined. Throws `notFound`. */
    async list(userId: string): Promise<OwnCompanyAccounts> {
      const user = await findUser(database.read, userId)
      if (!user) throw notFound(GENERAL_MESSAGES.userNotFound)
      const [rows, all] = await Promise.all([listCompanyAccounts(database.read, userId), listProviders(database.read)])
      const offered = await providers.listOffered()
      return {
        accounts: rows.map((row) => toCompanyAccount(row, all)),
        providers: offered.filter(({ isForStaff, isForMembers }) =>
          user.role === 'member' ? isForMembers : isForStaff,
        ),
        hasPassword: user.passwordHash !== '',
      }
    },

    /** Begins to join a company's account, after checking the credentials. */
    async begin({ provider, area, ...credentials }: CompanyLink, user: SessionUser): Promise<CompanyRedirect> {
      await requireCredentials(user, credentials)
      return ceremonies.begin({ provider, area, sessionId: user.sessionId })
    },

    /** Joins the company's account that the provider has proved. Throws `conflict` if it is joined already. */
    async finish(input: CompanyAnswer, user: SessionUser): Promise<CompanyAccount> {
      const { proof, provider } = await ceremonies.finish(input, user.sessionId)
      signIn.assertDomain(provider, proof)
      signIn.assertForRole(provider, user.role)
      const { siteName } = await securityEvents.getAlertContext()
      const row = await database.write(async (transaction) => {
        const { db } = transaction
        await transaction.lockName(getLock(user.id))
        if ((await listCompanyAccounts(db, user.id)).length >= COMPANY_SIGN_IN.accountsPerUser)
          throw conflict(MESSAGES.tooManyAccounts)
        const existing = await findBySubject(db, { issuer: provider.issuer, subject: proof.subject })
        if (existing) throw conflict(existing.userId === user.id ? MESSAGES.alreadyLinked : MESSAGES.takenByOther)
        return signIn.insertLink(transaction, user, { provider, proof, ip: user.ip, siteName })
      })
      return toCompanyAccount(row, [provider])
    },

    /**
     * Removes one, after checking the credentials, and ends the other sessions that began by a company's account. Throws `notFound`, `invalid`, `tooManyRequests`; `conflict` if the user
     * couldn't sign in any more.
     */
    async remove(id: string, credentials: Credentials, user: SessionUser): Promise<void> {
      await requireCredentials(user, credentials)
      const { siteName } = await securityEvents.getAlertContext()
      await database.write(async (transaction) => {
        const { db } = transaction
        await transaction.lockName(getLock(user.id))
        const removed = await deleteCompanyAccount(db, { id, userId: user.id })
        const owner = await findUser(db, user.id)
        if (!removed || !owner) throw notFound(MESSAGES.accountNotFound)
        if (!(await ways.canUsePassword(db, owner)) && !(await ways.hasOtherWay(db, owner)))
          throw conflict(MESSAGES.lastWay)
        await deleteCompanySessions(db, user.id, user.sessionId)
        const { label } = removed
        await audit.record(transaction, {
          actor: user,
          action: 'auth.company-account',
          target: user.name,
          detail: `解除“${label}”`,
        })
        await securityEvents.notifyOfCredential(transaction, user, { siteName, event: 'companyAccountUnlinked', label })
      })
    },

    /**
     * Sets the password of an account that has none, within minutes after a sign-in by a company's account. Throws
     * `conflict`, and `invalid` if the password violates the rules.
     */
    async setFirstPassword(newPassword: string, user: SessionUser): Promise<void> {
      const [account, session] = await Promise.all([
        findUser(database.read, user.id),
        findSession(database.read, { id: user.sessionId, userId: user.id, now: timestamp(clock) }),
      ])
      if (account?.passwordHash !== '') throw conflict(MESSAGES.hasPassword)
      const age = clock.now().getTime() - Date.parse(session?.createdAt ?? '')
      if (session?.method === 'password' || !(age < COMPANY_SIGN_IN.freshMs)) throw conflict(MESSAGES.signInAgain)
      const { name, email } = account
      const newHash = await newPasswords.hash(newPassword, { name, email, path: 'newPassword', label: '密码' })
      await database.write(async (transaction) => {
        const change = { id: user.id, oldHash: '', newHash }
        if (!(await replacePassword(transaction.db, change, createSaveStamp(clock, user))))
          throw conflict(MESSAGES.hasPassword)
        await deleteSessions(transaction.db, user.id, [user.sessionId])
        await audit.record(transaction, { actor: user, action: 'auth.password', target: user.name, detail: '首次设置' })
      })
    },
  }
}

const toCompanyAccount = (
  { id, issuer, label, name, createdAt, lastUsedAt }: CompanyAccountRow,
  providers: readonly ProviderRow[],
): CompanyAccount => {
  const provider = providers.find((row) => row.issuer === issuer)
  return {
    id,
    provider: provider?.id ?? null,
    label: provider?.settingsJson.label ?? label,
    name,
    createdAt,
    lastUsedAt,
  }
}
