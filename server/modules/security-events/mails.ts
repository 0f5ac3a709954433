import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { Role } from '#contracts/vocabulary.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'

type SignInAlert = { name: string; role: Role; siteName: string; publicUrl: string; ip: string; at: Date }

/** Builds the mail that warns the owner of an account of a suspected password-guessing attack. */
export function buildSignInAlertMail({ name, role, siteName, publicUrl, ip, at }: SignInAlert) {
  const isStaff = role !== 'member'
  const screen = isStaff ? ADMIN_SCREENS.account.title : SITE_PAGES.myAccount.title
  return {
    kind: 'signInAlert',
    subject: `有人多次尝试登录您的${siteName}账号`,
    html: paragraphs(
      greeting(name),
      `${formatMinuteInShanghai(at)}（北京时间）前后，有人多次用错误的密码尝试登录您在“${escapeHtml(siteName)}”的账号，最近一次来自${escapeHtml(ip)}。这些尝试没有成功，账号也没有被锁定，在登录过的设备上可照常使用。`,
      `如果不是您本人，请确认密码没有在其他网站使用过，并在“${screen}”中开启两步验证。`,
      mailLink(publicUrl + (isStaff ? ADMIN_PAGES.account : PAGES.myAccount), `打开${screen}`),
    ),
  } as const
}
