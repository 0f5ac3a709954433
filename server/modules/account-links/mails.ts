/** The mails about accounts, with fixed texts. Each explains why it was sent and how long its link is valid. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { HOUR_MS } from '#contracts/durations.ts'
import { ACCOUNT_LINKS } from '#contracts/limits.ts'
import type { MailKind } from '#contracts/mail/mail.ts'
import { PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'

type AccountMail = { kind: MailKind; subject: string; html: string }
type LinkMailInput = { name: string; email: string; siteName: string; token: string }

const formatLifetime = (ms: number): string => (ms < 24 * HOUR_MS ? `${ms / HOUR_MS}小时` : `${ms / HOUR_MS / 24}天`)

/** Creates the mails. A link's token is in the fragment of its URL, which no server log contains. */
export function createAccountMails(publicUrl: string) {
  const buildTokenUrl = (page: string, token: string) => `${publicUrl}${page}#token=${token}`
  return {
    invitation: ({ name, email, siteName, token }: LinkMailInput): AccountMail => ({
      kind: 'invitation',
      subject: `邀请您使用${siteName}`,
      html: paragraphs(
        greeting(name),
        `管理员为您开通了“${escapeHtml(siteName)}”的账号，登录邮箱为${escapeHtml(email)}。请设置密码：`,
        mailLink(buildTokenUrl(PAGES.setPassword, token), '设置密码'),
        `链接在${formatLifetime(ACCOUNT_LINKS.lifetimeMs.invitation)}内有效，只能使用一次。如果您并不知情，请忽略这封邮件。`,
      ),
    }),

    passwordReset: ({ name, siteName, token }: LinkMailInput): AccountMail => ({
      kind: 'passwordReset',
      subject: `重置${siteName}的密码`,
      html: paragraphs(
        greeting(name),
        `有人（应该是您）申请重置“${escapeHtml(siteName)}”的登录密码。请设置新密码：`,
        mailLink(buildTokenUrl(PAGES.setPassword, token), '设置新密码'),
        `链接在${formatLifetime(ACCOUNT_LINKS.lifetimeMs.password)}内有效，只能使用一次。如果不是您本人申请，请忽略这封邮件，密码不会改变。`,
      ),
    }),

    emailVerification: ({ name, siteName, token }: LinkMailInput): AccountMail => ({
      kind: 'emailVerification',
      subject: `验证您在${siteName}注册的邮箱`,
      html: paragraphs(
        greeting(name),
        `感谢您注册“${escapeHtml(siteName)}”。请确认这是您的邮箱，确认后即可登录：`,
        mailLink(buildTokenUrl(PAGES.verifyEmail, token), '验证邮箱'),
        `链接在${formatLifetime(ACCOUNT_LINKS.lifetimeMs.email)}内有效，只能使用一次。如果您没有注册，请忽略这封邮件。`,
      ),
    }),

    /** For a signed-in member whose email address was never verified. */
    emailConfirmation: ({ name, siteName, token }: LinkMailInput): AccountMail => ({
      kind: 'emailVerification',
      subject: `验证您在${siteName}的邮箱`,
      html: paragraphs(
        greeting(name),
        `您在“${escapeHtml(siteName)}”申请验证邮箱。请确认这是您的邮箱，确认后即可评价产品：`,
        mailLink(buildTokenUrl(PAGES.verifyEmail, token), '验证邮箱'),
        `链接在${formatLifetime(ACCOUNT_LINKS.lifetimeMs.email)}内有效，只能使用一次。如果不是您本人申请，请忽略这封邮件。`,
      ),
    }),

    /** For the new address of an account. */
    newEmailVerification: ({ name, siteName, token }: LinkMailInput): AccountMail => ({
      kind: 'emailVerification',
      subject: `验证您在${siteName}的新邮箱`,
      html: paragraphs(
        greeting(name),
        `您在“${escapeHtml(siteName)}”的登录邮箱已改为这个邮箱。请确认这是您的邮箱；确认之前，不能评价产品、代表厂商，也不能凭邮箱担任评委：`,
        mailLink(buildTokenUrl(PAGES.verifyEmail, token), '验证邮箱'),
        `链接在${formatLifetime(ACCOUNT_LINKS.lifetimeMs.email)}内有效，只能使用一次。如果您没有账号，请忽略这封邮件。`,
      ),
    }),

    /** For the previous address of an account; it tells its owner if they didn't ask for the change. */
    emailChanged: ({ name, email, siteName }: Omit<LinkMailInput, 'token'>): AccountMail => ({
      kind: 'emailChanged',
      subject: `您在${siteName}的登录邮箱已更改`,
      html: paragraphs(
        greeting(name),
        `您在“${escapeHtml(siteName)}”的账号，登录邮箱已不再是${escapeHtml(email)}。今后请用新邮箱登录，密码不变。`,
        `产品的联系邮箱不会随之更改：如果这个邮箱代表厂商，请联系我们，把产品的联系邮箱也改为新邮箱。`,
        `如果您并不知情，请尽快与我们联系。`,
      ),
    }),

    /** For the owner of an email address that was registered again, by them or by someone else. */
    registrationAttempt: ({ name, email, siteName }: Omit<LinkMailInput, 'token'>): AccountMail => ({
      kind: 'registrationAttempt',
      subject: `您在${siteName}已有账号`,
      html: paragraphs(
        greeting(name),
        `有人用${escapeHtml(email)}在“${escapeHtml(siteName)}”注册，而这个邮箱已有账号，所以没有新建。`,
        `如果是您本人，请直接登录；忘记密码时，可在登录窗口中重置。如果不是，请忽略这封邮件，您的账号没有变化。`,
        mailLink(publicUrl + PAGES.home, '打开网站'),
      ),
    }),

    /** For a member who has closed their account; it tells them if someone else did. */
    accountClosed: ({ name, siteName }: Pick<LinkMailInput, 'name' | 'siteName'>): AccountMail => ({
      kind: 'accountClosed',
      subject: `您在${siteName}的账号已注销`,
      html: paragraphs(
        greeting(name),
        `您在“${escapeHtml(siteName)}”的账号已经注销，账号中的资料已删除，无法恢复。这个邮箱可以重新注册。`,
        `如果不是您本人操作，请尽快与我们联系，并修改在其他网站使用的相同密码。`,
      ),
    }),

    registrationAlert: (member: { name: string; company: string; email: string; siteName: string }): AccountMail => ({
      kind: 'registrationAlert',
      subject: `${member.siteName}有新用户注册：${member.name}`,
      html: paragraphs(
        `新用户${escapeHtml(member.name)}${member.company ? `（${escapeHtml(member.company)}）` : ''}已注册，邮箱为${escapeHtml(member.email)}。`,
        mailLink(publicUrl + ADMIN_PAGES.users, '查看用户'),
      ),
    }),
  }
}
