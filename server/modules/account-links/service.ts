import type { EmailInput, PasswordByLinkInput, PasswordSet, TokenInput } from '#contracts/account-links/account-link.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import type { LinkPurpose } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { IdentityService, LinkRow, UserRow } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { createAccountMails } from './mails.ts'

type Dependencies = {
  database: Database
  identity: Pick<IdentityService, 'accounts' | 'passwords' | 'links'>
  audit: AuditService
  settings: SettingsService
  mail: MailService
  publicUrl: string
}

/** The settings that account mails depend on. */
export type MailContext = { siteName: string; announcesMembers: boolean }

const MAIL_OF = { invitation: 'invitation', password: 'passwordReset', email: 'emailVerification' } as const
const SETS_PASSWORD = ['invitation', 'password'] as const
const LINK_LABELS: Record<LinkPurpose, string> = { invitation: '邀请链接', password: '重置链接', email: '验证链接' }

/** Longer than the task usually takes. */
const REPLY_MS = 300

/** Runs a task in constant time, so that the duration doesn't reveal whether an account exists. */
async function constantTime(task: () => Promise<void>): Promise<void> {
  await Promise.all([task(), new Promise((resolve) => setTimeout(resolve, REPLY_MS))])
}

export type AccountLinkService = ReturnType<typeof createAccountLinkService>

/** Creates the service for mailed links: requesting and using them. All of it is open to anonymous callers. */
export function createAccountLinkService({ database, identity, audit, settings, mail, publicUrl }: Dependencies) {
  const { accounts, passwords, links } = identity
  const mails = createAccountMails(publicUrl)

  async function mailContext(): Promise<MailContext> {
    const [{ siteName }, { emailNotifications, userRegistrationAlerts }] = await Promise.all([
      settings.general(),
      settings.notifications(),
    ])
    return { siteName, announcesMembers: emailNotifications && userRegistrationAlerts }
  }

  /** Creates a link and queues the mail that contains it. Returns whether mail can be sent. */
  async function send(write: Write, user: UserRow, purpose: LinkPurpose, { siteName }: { siteName: string }) {
    const token = await links.create(write, user.id, purpose)
    const { name, email } = user
    const message = mails[MAIL_OF[purpose]]({ name, email, siteName, token })
    return mail.queue(write, { ...message, to: { name, email } })
  }

  /** Notifies the active super_admins of a new member, if the settings say so. */
  async function announceMember(write: Write, member: UserRow, { siteName, announcesMembers }: MailContext) {
    if (!announcesMembers) return
    const message = mails.registrationAlert({ ...member, siteName })
    for (const { name, email } of await accounts.listSuperAdmins(write.tx))
      await mail.queue(write, { ...message, to: { name, email } })
  }

  /** Sends a mail to the owner of an address, if `isWanted` accepts them and none was sent just before. */
  async function request(
    typedAddress: string,
    purpose: LinkPurpose,
    isWanted: (user: UserRow, userLinks: LinkRow[]) => boolean,
  ) {
    if (!(await mail.isReady())) throw conflict(ACCOUNT_LINK_MESSAGES.mailNotReady)
    const context = await mailContext()
    await constantTime(() =>
      database.write(async (write) => {
        const user = await accounts.findByEmail(write.tx, typedAddress)
        if (!user) return
        const userLinks = await links.list(write.tx, [user.id])
        const previous = userLinks.find((link) => link.purpose === purpose)
        if (!isWanted(user, userLinks) || (previous && links.isFresh(previous))) return
        await send(write, user, purpose, context)
      }),
    )
  }

  /** Returns the owner of a link. Throws `notFound` for a disabled account. */
  async function getOwner(write: Write, { userId }: LinkRow): Promise<UserRow> {
    const user = await accounts.find(write.tx, userId)
    if (!user || user.status === 'inactive') throw notFound(ACCOUNT_LINK_MESSAGES.linkGone)
    return user
  }

  return {
    isReady: mail.isReady,
    mailContext,
    send,
    announceMember,

    /** Sends a mail for resetting the password. Throws `conflict` while mail can't be sent, for everyone alike. */
    forgotPassword: ({ email }: EmailInput): Promise<void> =>
      request(email, 'password', ({ status }) => status !== 'inactive'),

    /** Sends the verification mail again. Throws as `forgotPassword` does. */
    resendVerification: ({ email }: EmailInput): Promise<void> =>
      request(
        email,
        'email',
        ({ status }, userLinks) => status === 'pending' && userLinks.some(({ purpose }) => purpose === 'email'),
      ),

    /**
     * Sets a password by a mailed token and ends the account's sessions. Pending accounts become active, since the mail
     * reached their address. Throws `notFound` for an invalid token.
     */
    async setPassword({ token, newPassword }: PasswordByLinkInput, ip: string): Promise<PasswordSet> {
      await links.requireValid(token, SETS_PASSWORD)
      const passwordHash = await passwords.hash(newPassword)
      const context = await mailContext()
      return database.write(async (write) => {
        const link = await links.consume(write, token, SETS_PASSWORD)
        const before = await getOwner(write, link)
        const userLinks = await links.list(write.tx, [before.id])
        const provesAddress = userLinks.some(({ purpose }) => purpose === 'email')
        const activatesUser = link.purpose === 'invitation' || userLinks.some(({ purpose }) => purpose !== 'password')
        const status = before.status === 'pending' && activatesUser ? 'active' : before.status
        const user = await accounts.update(write, before, { passwordHash, status })
        const actor = { id: user.id, name: user.name, ip }
        const detail = `通过${LINK_LABELS[link.purpose]}设置`
        await audit.record(write, { actor, action: 'auth.password', target: user.name, detail })
        if (before.status === 'pending' && provesAddress) await announceMember(write, user, context)
        return { email: user.email, backOffice: user.role !== 'member', active: status === 'active' }
      })
    },

    /** Verifies an address by a mailed token, which activates a pending member. Throws as `setPassword` does. */
    async verifyEmail({ token }: TokenInput, ip: string): Promise<void> {
      const context = await mailContext()
      await database.write(async (write) => {
        const before = await getOwner(write, await links.consume(write, token, ['email']))
        const user = await accounts.update(write, before, { status: 'active' })
        const actor = { id: user.id, name: user.name, ip }
        await audit.record(write, { actor, action: 'auth.email', target: user.name })
        if (before.status === 'pending') await announceMember(write, user, context)
      })
    },
  }
}
