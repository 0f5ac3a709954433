import type {
  EmailInput,
  SetPasswordInput,
  SetPasswordResult,
  TokenInput,
} from '#contracts/account-links/account-link.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { SECURITY_MAIL_MS } from '#contracts/limits.ts'
import type { LinkPurpose } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { IdentityService, LinkRow, UserRow } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { constantTime } from '#server/platform/constant-time.ts'
import { claimUntil } from '#server/platform/database/claims.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { createAccountMails } from './mails.ts'

type Dependencies = {
  database: Database
  clock: Clock
  identity: Pick<IdentityService, 'accounts' | 'newPasswords' | 'links' | 'devices'>
  audit: AuditService
  settings: SettingsService
  mail: MailService
  publicUrl: string
}

/** The settings that account mails depend on. */
export type MailContext = { siteName: string; hasRegistrationAlerts: boolean }

const MAIL_BY_PURPOSE = { invitation: 'invitation', password: 'passwordReset', email: 'emailVerification' } as const
const PASSWORD_PURPOSES = ['invitation', 'password'] as const
const LINK_LABELS: Record<LinkPurpose, string> = { invitation: '邀请链接', password: '重置链接', email: '验证链接' }

export type AccountLinkService = ReturnType<typeof createAccountLinkService>

/**
 * Creates the service that sends links by mail and accepts them. Anonymous callers may call all methods except
 * `requestVerification`.
 */
export function createAccountLinkService({
  database,
  clock,
  identity,
  audit,
  settings,
  mail,
  publicUrl,
}: Dependencies) {
  const { accounts, newPasswords, links, devices } = identity
  const mails = createAccountMails(publicUrl)

  async function getMailContext(): Promise<MailContext> {
    const [{ siteName }, { emailNotifications, userRegistrationAlerts }] = await Promise.all([
      settings.getGeneral(),
      settings.getNotifications(),
    ])
    return { siteName, hasRegistrationAlerts: emailNotifications && userRegistrationAlerts }
  }

  /** Creates a link and queues the mail that contains it. Returns whether mail can be sent. */
  async function send(
    transaction: Transaction,
    user: UserRow,
    purpose: LinkPurpose,
    { siteName }: { siteName: string },
  ) {
    const token = await links.create(transaction, user.id, purpose)
    const { name, email } = user
    const message = mails[MAIL_BY_PURPOSE[purpose]]({ name, email, siteName, token })
    return mail.queue(transaction, { ...message, to: { name, email } })
  }

  /** Notifies the active super_admins of a new member if enabled in the settings. */
  async function notifyOfNewMember(
    transaction: Transaction,
    member: UserRow,
    { siteName, hasRegistrationAlerts }: MailContext,
  ) {
    if (!hasRegistrationAlerts) return
    const message = mails.registrationAlert({ ...member, siteName })
    for (const { name, email } of await accounts.listSuperAdmins(transaction.db))
      await mail.queue(transaction, { ...message, to: { name, email } })
  }

  /**
   * Sends a mail to the owner of an email address if `isEligible` accepts them and no such link was sent recently.
   * Takes constant time, so that it doesn't reveal whether the account exists.
   */
  async function requestLink(
    typedEmail: string,
    purpose: LinkPurpose,
    isEligible: (user: UserRow, userLinks: LinkRow[]) => boolean,
  ) {
    if (!(await mail.isReady())) throw conflict(ACCOUNT_LINK_MESSAGES.mailNotReady)
    const context = await getMailContext()
    await constantTime(() =>
      database.write(async (transaction) => {
        const user = await accounts.findByEmail(transaction.db, typedEmail)
        if (!user) return
        const userLinks = await links.list(transaction.db, [user.id])
        const previous = userLinks.find((link) => link.purpose === purpose)
        if (!isEligible(user, userLinks) || (previous && links.wasSentRecently(previous))) return
        await send(transaction, user, purpose, context)
      }),
    )
  }

  /** Returns the owner of a link. Throws `notFound` for a disabled account. */
  async function getOwner(db: Queryable, { userId }: LinkRow): Promise<UserRow> {
    const user = await accounts.find(db, userId)
    if (!user || user.status === 'inactive') throw notFound(ACCOUNT_LINK_MESSAGES.linkInvalid)
    return user
  }

  return {
    isReady: mail.isReady,
    getMailContext,
    send,
    notifyOfNewMember,

    /**
     * Notifies the owner of an account that their email address was registered again, at most once a day. An owner who
     * hasn't verified it yet gets the verification mail again instead.
     */
    async notifyOfRepeatedRegistration(
      transaction: Transaction,
      user: UserRow,
      { siteName }: MailContext,
    ): Promise<void> {
      const { id, name, email } = user
      const userLinks = await links.list(transaction.db, [id])
      const verification = userLinks.find(({ purpose }) => purpose === 'email')
      if (user.status === 'pending' && verification) {
        if (!links.wasSentRecently(verification)) await send(transaction, user, 'email', { siteName })
        return
      }
      const nextMailAt = new Date(clock.now().getTime() + SECURITY_MAIL_MS)
      if (
        user.status === 'inactive' ||
        !(await claimUntil(transaction, clock, `registration-attempt ${id}`, nextMailAt))
      )
        return
      await mail.queue(transaction, { ...mails.registrationAttempt({ name, email, siteName }), to: { name, email } })
    },

    /** Sends a password reset mail. Throws `conflict` if mail can't be sent, whether or not the account exists. */
    forgotPassword: ({ email }: EmailInput): Promise<void> =>
      requestLink(email, 'password', ({ status }) => status !== 'inactive'),

    /** Sends the verification mail again. Throws like `forgotPassword`. */
    resendVerification: ({ email }: EmailInput): Promise<void> =>
      requestLink(
        email,
        'email',
        ({ status }, userLinks) => status === 'pending' && userLinks.some(({ purpose }) => purpose === 'email'),
      ),

    /**
     * Sends a signed-in user a link that verifies their email address, at most once in two minutes. Throws `conflict`
     * if it is already verified or mail can't be sent.
     */
    async requestVerification(userId: string): Promise<void> {
      if (!(await mail.isReady())) throw conflict(ACCOUNT_LINK_MESSAGES.mailNotReady)
      const { siteName } = await getMailContext()
      await database.write(async (transaction) => {
        const user = await accounts.find(transaction.db, userId)
        if (!user || user.emailVerifiedAt !== null) throw conflict(ACCOUNT_LINK_MESSAGES.alreadyVerified)
        const previous = (await links.list(transaction.db, [userId])).find(({ purpose }) => purpose === 'email')
        if (previous && links.wasSentRecently(previous)) return
        const { name, email } = user
        const token = await links.create(transaction, userId, 'email')
        await mail.queue(transaction, {
          ...mails.emailConfirmation({ name, email, siteName, token }),
          to: { name, email },
        })
      })
    },

    /**
     * Sets a password with a mailed token and ends the account's sessions. A pending account becomes active, because
     * the mail reached its address, and the device becomes trusted. Throws `notFound` for an invalid token, `invalid`
     * if the password violates the password rules.
     */
    async setPassword({ token, newPassword, ...device }: SetPasswordInput, ip: string): Promise<SetPasswordResult> {
      const { name, email } = await getOwner(database.read, await links.get(token, PASSWORD_PURPOSES))
      const target = { name, email, path: 'newPassword', label: '新密码' } as const
      const passwordHash = await newPasswords.hash(newPassword, target)
      const context = await getMailContext()
      return database.write(async (transaction) => {
        const link = await links.consume(transaction, token, PASSWORD_PURPOSES)
        const before = await getOwner(transaction.db, link)
        const userLinks = await links.list(transaction.db, [before.id])
        const verifiesEmail = userLinks.some(({ purpose }) => purpose === 'email')
        const activatesUser = link.purpose === 'invitation' || userLinks.some(({ purpose }) => purpose !== 'password')
        const status = before.status === 'pending' && activatesUser ? 'active' : before.status
        const emailVerifiedAt = before.emailVerifiedAt ?? timestamp(clock)
        const change = { passwordHash, isPasswordTemporary: false, status, emailVerifiedAt }
        const user = await accounts.update(transaction, before, change)
        const deviceToken = await devices.remember(transaction.db, user.id, device.deviceToken)
        const actor = { id: user.id, name: user.name, ip }
        const detail = `通过${LINK_LABELS[link.purpose]}设置`
        await audit.record(transaction, { actor, action: 'auth.password', target: user.name, detail })
        if (before.status === 'pending' && verifiesEmail) await notifyOfNewMember(transaction, user, context)
        return { email: user.email, isForBackOffice: user.role !== 'member', active: status === 'active', deviceToken }
      })
    },

    /** Verifies an email address with a mailed token, which activates a pending member. Throws like `setPassword`. */
    async verifyEmail({ token }: TokenInput, ip: string): Promise<void> {
      const context = await getMailContext()
      await database.write(async (transaction) => {
        const before = await getOwner(transaction.db, await links.consume(transaction, token, ['email']))
        const emailVerifiedAt = before.emailVerifiedAt ?? timestamp(clock)
        const user = await accounts.update(transaction, before, { status: 'active', emailVerifiedAt })
        const actor = { id: user.id, name: user.name, ip }
        await audit.record(transaction, { actor, action: 'auth.email', target: user.name })
        if (before.status === 'pending') await notifyOfNewMember(transaction, user, context)
      })
    },
  }
}
