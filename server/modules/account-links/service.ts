import type {
  EmailInput,
  SetPasswordInput,
  SetPasswordResult,
  VerifyEmailInput,
  VerifyEmailResult,
} from '#contracts/account-links/account-link.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { SECURITY_MAIL_MS } from '#contracts/limits.ts'
import type { LinkPurpose } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { IdentityService, LinkRow, UserRow } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { AppError, conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { constantTime } from '#server/platform/constant-time.ts'
import { claimUntil } from '#server/platform/database/claims.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { createToken } from '#server/platform/token.ts'
import { createAccountMails } from './mails.ts'

type Dependencies = {
  database: Database
  clock: Clock
  identity: Pick<IdentityService, 'accounts' | 'newPasswords' | 'links' | 'devices' | 'requirePassword'>
  audit: AuditService
  settings: SettingsService
  mail: MailService
  publicUrl: string
}

/** The settings that account mails depend on. */
type MailContext = { siteName: string; hasRegistrationAlerts: boolean }

const MAIL_BY_PURPOSE = { invitation: 'invitation', password: 'passwordReset', email: 'emailVerification' } as const
const PASSWORD_PURPOSES = ['invitation', 'password'] as const
const LINK_LABELS: Record<LinkPurpose, string> = { invitation: '邀请链接', password: '重置链接', email: '验证链接' }

export type AccountLinkService = ReturnType<typeof createAccountLinkService>

/**
 * Creates the service that sends one-time links by mail and accepts them: invitations, password resets and email
 * verifications.
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

  /**
   * Creates a link and queues the mail that contains it. Returns whether the mail can be sent; if not, the previous
   * link remains valid.
   */
  async function sendLink(
    transaction: Transaction,
    { id, name, email }: UserRow,
    purpose: LinkPurpose,
    { siteName }: { siteName: string },
    buildMail = mails[MAIL_BY_PURPOSE[purpose]],
  ): Promise<boolean> {
    const token = createToken()
    const message = buildMail({ name, email, siteName, token })
    const mailId = await mail.queue(transaction, { ...message, to: { name, email } })
    if (mailId === null) return false
    await links.add(transaction, { token, userId: id, purpose })
    return true
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
   * Sends a link to the account with an email address if `isEligible` accepts it and no link for this purpose was sent
   * recently. Takes constant time, so that callers can't find out whether the account exists.
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
        if (!isEligible(user, userLinks) || hasRecentLink(userLinks, purpose)) return
        await sendLink(transaction, user, purpose, context)
      }),
    )
  }

  const hasRecentLink = (userLinks: readonly LinkRow[], purpose: LinkPurpose): boolean =>
    userLinks.some((link) => link.purpose === purpose && links.wasSentRecently(link))

  /** Returns the owner of a link. Throws `notFound` if the account was disabled or deleted. */
  async function getOwner(db: Queryable, { userId }: Pick<LinkRow, 'userId'>): Promise<UserRow> {
    const user = await accounts.find(db, userId)
    if (!user || user.status === 'inactive') throw notFound(ACCOUNT_LINK_MESSAGES.linkInvalid)
    return user
  }

  return {
    isReady: mail.isReady,
    getMailContext,
    sendLink,
    notifyOfNewMember,

    /**
     * Notifies the owner of an account that someone tried to register its email address again, at most once a day. If
     * the address isn't verified yet, sends the verification mail again instead.
     */
    async notifyOfRepeatedRegistration(
      transaction: Transaction,
      user: UserRow,
      { siteName }: MailContext,
    ): Promise<void> {
      const { id, name, email } = user
      const userLinks = await links.list(transaction.db, [id])
      if (isAwaitingVerification(user, userLinks)) {
        if (!hasRecentLink(userLinks, 'email')) await sendLink(transaction, user, 'email', { siteName })
        return
      }
      if (user.status === 'inactive') return
      const nextMailAt = new Date(clock.now().getTime() + SECURITY_MAIL_MS)
      const isAllowed = await claimUntil(transaction, clock, `registration-attempt ${id}`, {
        end: nextMailAt,
        maxMs: SECURITY_MAIL_MS,
      })
      if (!isAllowed) return
      await mail.queue(transaction, { ...mails.registrationAttempt({ name, email, siteName }), to: { name, email } })
    },

    /**
     * Returns whether the owner of an account with a new email address is to verify it: not if the account can't sign
     * in, or awaits an administrator's decision, which the link would replace. Call it before the change, which removes
     * the account's links.
     */
    canVerifyNewEmail: async (db: Queryable, user: UserRow): Promise<boolean> =>
      user.status === 'active' || isAwaitingVerification(user, await links.list(db, [user.id])),

    /** Tells the previous address of an account that it has another one, and sends that one a link to verify it. */
    async notifyOfNewEmail(
      transaction: Transaction,
      { previous, user }: { previous: UserRow; user: UserRow },
      { siteName }: MailContext,
    ): Promise<void> {
      const { name, email } = previous
      await mail.queue(transaction, { ...mails.emailChanged({ name, email, siteName }), to: { name, email } })
      await sendLink(transaction, user, 'email', { siteName }, mails.newEmailVerification)
    },

    /** Confirms to the address of an account that its owner has closed it. */
    async notifyOfClosedAccount(
      transaction: Transaction,
      { name, email }: Pick<UserRow, 'name' | 'email'>,
      { siteName }: MailContext,
    ): Promise<void> {
      await mail.queue(transaction, { ...mails.accountClosed({ name, siteName }), to: { name, email } })
    },

    /** Sends a password reset mail. Throws `conflict` if mail can't be sent, whether or not the account exists. */
    forgotPassword: ({ email }: EmailInput): Promise<void> =>
      requestLink(email, 'password', ({ status }) => status !== 'inactive'),

    /** Sends the verification mail again. Throws like `forgotPassword`. */
    resendVerification: ({ email }: EmailInput): Promise<void> => requestLink(email, 'email', isAwaitingVerification),

    /**
     * Sends a signed-in user a link that verifies their email address, at most once in two minutes. Throws `conflict`
     * if the address is already verified or mail can't be sent, `tooManyRequests` if it has got too many.
     */
    async requestVerification(userId: string): Promise<void> {
      if (!(await mail.isReady())) throw conflict(ACCOUNT_LINK_MESSAGES.mailNotReady)
      const { siteName } = await getMailContext()
      await database.write(async (transaction) => {
        const user = await accounts.find(transaction.db, userId)
        if (!user || user.emailVerifiedAt !== null) throw conflict(ACCOUNT_LINK_MESSAGES.alreadyVerified)
        if (hasRecentLink(await links.list(transaction.db, [userId]), 'email')) return
        if (!(await sendLink(transaction, user, 'email', { siteName }, mails.emailConfirmation)))
          throw new AppError('tooManyRequests', ACCOUNT_LINK_MESSAGES.mailLimit)
      })
    },

    /**
     * Sets a password with a mailed token, ends the account's sessions and trusts the device. Verifies the email
     * address, since the mail reached it, and so activates an account that was only waiting for that. Throws `notFound`
     * for an invalid token, `invalid` if the password violates the password rules.
     */
    async setPassword({ token, newPassword, ...device }: SetPasswordInput, ip: string): Promise<SetPasswordResult> {
      const { name, email } = await getOwner(database.read, await links.get(token, PASSWORD_PURPOSES))
      const passwordField = { name, email, path: 'newPassword', label: '新密码' } as const
      const passwordHash = await newPasswords.hash(newPassword, passwordField)
      const context = await getMailContext()
      return database.write(async (transaction) => {
        const link = await links.consume(transaction, token, PASSWORD_PURPOSES)
        const before = await getOwner(transaction.db, link)
        const otherLinks = await links.list(transaction.db, [before.id])
        const isNewMember = isAwaitingVerification(before, otherLinks)
        const status = isActivatedByMail(before, [link, ...otherLinks]) ? 'active' : before.status
        const emailVerifiedAt = before.emailVerifiedAt ?? timestamp(clock)
        const change = { passwordHash, isPasswordTemporary: false, status, emailVerifiedAt }
        const user = await accounts.update(transaction, before, change, { actor: before })
        const deviceToken = await devices.remember(transaction.db, user.id, device.deviceToken)
        const actor = { id: user.id, name: user.name, ip }
        const detail = `通过${LINK_LABELS[link.purpose]}设置`
        await audit.record(transaction, { actor, action: 'auth.password', target: user.name, detail })
        if (isNewMember) await notifyOfNewMember(transaction, user, context)
        return { email: user.email, isForBackOffice: user.role !== 'member', active: status === 'active', deviceToken }
      })
    },

    /**
     * Verifies an email address with a mailed token and the account's password, and activates a pending member. Without
     * the password, somebody who registers with the address of another would get a verified account as soon as that
     * person opens the link. Throws `notFound` for an invalid token, `invalid` for a wrong password, `tooManyRequests`
     * after too many wrong ones.
     */
    async verifyEmail({ token, password }: VerifyEmailInput, ip: string): Promise<VerifyEmailResult> {
      const { tokenHash, ...link } = await links.get(token, ['email'])
      const { id, name, email, role } = await getOwner(database.read, link)
      // Wrong passwords are counted per link instead of per session.
      const reader = { id, name, email, role, sessionId: tokenHash, ip }
      await identity.requirePassword(reader, { path: 'password', password, action: 'auth.email' })
      const context = await getMailContext()
      return database.write(async (transaction) => {
        const before = await getOwner(transaction.db, await links.consume(transaction, token, ['email']))
        const emailVerifiedAt = before.emailVerifiedAt ?? timestamp(clock)
        const user = await accounts.update(
          transaction,
          before,
          { status: 'active', emailVerifiedAt },
          { actor: before },
        )
        const actor = { id: user.id, name: user.name, ip }
        await audit.record(transaction, { actor, action: 'auth.email', target: user.name })
        if (before.status === 'pending') await notifyOfNewMember(transaction, user, context)
        return { email: user.email }
      })
    },
  }
}

/**
 * Returns whether an account becomes active once a mail has reached its owner. A pending account without an invitation
 * or a verification link awaits an administrator's decision instead.
 */
const isActivatedByMail = (user: UserRow, userLinks: readonly LinkRow[]): boolean =>
  isAwaitingVerification(user, userLinks) ||
  (user.status === 'pending' && userLinks.some(({ purpose }) => purpose === 'invitation'))

/** Returns whether a member has registered, but hasn't verified their email address yet. */
const isAwaitingVerification = ({ status }: UserRow, userLinks: readonly LinkRow[]): boolean =>
  status === 'pending' && userLinks.some(({ purpose }) => purpose === 'email')
