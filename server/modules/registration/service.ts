import type { RegisterReply, VerificationRequired } from '#contracts/account-links/account-link.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import type { RegisterInput } from '#contracts/identity/account.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { AccountLinkService } from '#server/modules/account-links/service.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { createEmailTakenError, type IdentityService, toUser, type UserRow } from '#server/modules/identity/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Client } from '#server/platform/actor.ts'
import { AppError, forbidden } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { constantTime } from '#server/platform/constant-time.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

type Dependencies = {
  database: Database
  clock: Clock
  settings: SettingsService
  audit: AuditService
  identity: Pick<IdentityService, 'accounts' | 'sessions' | 'devices'>
  accountLinks: AccountLinkService
}

export type RegistrationService = ReturnType<typeof createRegistrationService>

/** Creates the service that registers members. */
export function createRegistrationService({ database, clock, settings, audit, identity, accountLinks }: Dependencies) {
  const { accounts, sessions, devices } = identity

  /** Inserts a member and audits the registration. */
  async function insertMember(transaction: Transaction, row: UserRow, ip: string): Promise<void> {
    await accounts.insert(transaction, row)
    await audit.record(transaction, {
      actor: { id: row.id, name: row.name, ip },
      action: 'auth.register',
      target: row.name,
      detail: row.status === 'pending' ? '等待验证邮箱' : '',
    })
  }

  /**
   * Creates a pending account and sends the activation mail. For an email address that has an account, the reply and
   * its timing are the same and the owner gets a mail, so that accounts can't be enumerated.
   */
  async function registerPending(row: UserRow, client: Client): Promise<VerificationRequired> {
    const mailContext = await accountLinks.getMailContext()
    const insertOrNotifyOwner = () =>
      database.write(async (transaction) => {
        const owner = await accounts.findByEmail(transaction.db, row.email)
        if (owner) return accountLinks.notifyOfRepeatedRegistration(transaction, owner, mailContext)
        await insertMember(transaction, row, client.ip)
        // Mail was turned off concurrently, or the address has got too many: without the mail the account could never be
        // activated.
        if (!(await accountLinks.sendLink(transaction, row, 'email', mailContext))) throw new AppError('unavailable')
      })
    await constantTime(() => insertOrNotifyOwner().catch(ignoreConflict))
    return {
      success: true,
      message: ACCOUNT_LINK_MESSAGES.registeredPendingVerification,
      user: toUser(row),
      verificationRequired: true,
    }
  }

  /** Creates an active account and signs in. Throws `conflict` if the email address is taken. */
  async function registerActive(
    row: UserRow,
    client: Client,
    previousDeviceToken: RegisterInput['deviceToken'],
  ): Promise<RegisterReply> {
    const expiresAt = await sessions.getExpiry()
    const mailContext = await accountLinks.getMailContext()
    return database.write(async (transaction) => {
      await insertMember(transaction, row, client.ip)
      await accountLinks.notifyOfNewMember(transaction, row, mailContext)
      const session = await sessions.create(transaction.db, row.id, client, { expiresAt, method: 'password' })
      const deviceToken = await devices.remember(transaction.db, row.id, previousDeviceToken)
      return { success: true, message: MESSAGES.registerSucceeded, ...session, deviceToken, user: toUser(row) }
    })
  }

  return {
    /**
     * Registers a member and signs in; if enabled in the settings and mail can be sent, the email address must be
     * verified first. Throws `forbidden` while registration is closed, `invalid`, and `conflict` if the address is
     * taken. If addresses are verified, only the mail says so.
     */
    async register({ deviceToken, agreeToTerms, ...input }: RegisterInput, client: Client): Promise<RegisterReply> {
      const { enableRegistration, requireEmailVerification } = await settings.getSecurity()
      if (!enableRegistration) throw forbidden(MESSAGES.registrationClosed)
      const isVerificationRequired = requireEmailVerification && (await accountLinks.isReady())
      if (!isVerificationRequired && (await accounts.findByEmail(database.read, input.email)))
        throw createEmailTakenError()
      const status = isVerificationRequired ? 'pending' : 'active'
      const termsVersion = agreeToTerms ? await settings.getTermsVersion() : null
      const row = await accounts.createRow({ ...input, role: 'member', status, termsVersion })
      return isVerificationRequired
        ? registerPending(row, client)
        : registerActive({ ...row, lastLogin: timestamp(clock) }, client, deviceToken)
    },
  }
}

/** For an account that was registered twice concurrently: the other request has sent the mail. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'conflict')) throw error
}
