import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { Role } from '#contracts/vocabulary.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'

type SignInAlert = { name: string; role: Role; siteName: string; publicUrl: string; ip: string; at: Date }

/** What has happened to a passkey. */
export type PasskeyEvent = 'added' | 'removed' | 'copied'

type PasskeyNotice = SignInAlert & { event: PasskeyEvent; passkey: string }

const PASSKEY_SUBJECTS: Record<PasskeyEvent, string> = {
  added: '账号添加了通行密钥',
  removed: '账号删除了通行密钥',
  copied: '账号的通行密钥可能被复制',
}

/** Builds the mail that tells the owner of an account of a change of its passkeys, which open the account. */
export function buildPasskeyMail({ name, role, siteName, publicUrl, ip, at, event, passkey }: PasskeyNotice) {
  const isStaff = role !== 'member'
  const screen = isStaff ? ADMIN_SCREENS.account.title : SITE_PAGES.myAccount.title
  const time = `${formatMinuteInShanghai(at)}（北京时间）`
  const texts: Record<PasskeyEvent, string> = {
    added: `${time}，您在“${escapeHtml(siteName)}”的账号添加了通行密钥“${escapeHtml(passkey)}”，来自${escapeHtml(ip)}。它可以直接登录账号。`,
    removed: `${time}，您在“${escapeHtml(siteName)}”的账号删除了通行密钥“${escapeHtml(passkey)}”，来自${escapeHtml(ip)}。它不能再登录账号。`,
    copied: `${time}，有人用通行密钥“${escapeHtml(passkey)}”登录您在“${escapeHtml(siteName)}”的账号，来自${escapeHtml(ip)}，但它的使用次数没有增加，可能是一份复制品。这次登录已被拒绝。`,
  }
  return {
    kind: 'passkeyNotice',
    subject: `您的${siteName}${PASSKEY_SUBJECTS[event]}`,
    html: paragraphs(
      greeting(name),
      texts[event],
      `如果不是您本人，请立即在“${screen}”中删除不认识的通行密钥，修改密码，并退出其他设备。`,
      mailLink(publicUrl + (isStaff ? ADMIN_PAGES.account : PAGES.myAccount), `打开${screen}`),
    ),
  } as const
}

/** What has happened to a company's account that opens an account. */
export type CompanyAccountEvent = 'linked' | 'unlinked'

type CompanyAccountNotice = SignInAlert & { event: CompanyAccountEvent; label: string }

const COMPANY_SUBJECTS: Record<CompanyAccountEvent, string> = {
  linked: '账号绑定了公司账号',
  unlinked: '账号解除了公司账号',
}

/** Builds the mail that tells the owner of an account of a company's account that opens it, or no longer does. */
export function buildCompanyAccountMail({
  name,
  role,
  siteName,
  publicUrl,
  ip,
  at,
  event,
  label,
}: CompanyAccountNotice) {
  const isStaff = role !== 'member'
  const screen = isStaff ? ADMIN_SCREENS.account.title : SITE_PAGES.myAccount.title
  const start = `${formatMinuteInShanghai(at)}（北京时间），您在“${escapeHtml(siteName)}”的账号`
  const texts: Record<CompanyAccountEvent, string> = {
    linked: `${start}绑定了公司账号“${escapeHtml(label)}”，来自${escapeHtml(ip)}。它可以直接登录账号。`,
    unlinked: `${start}解除了公司账号“${escapeHtml(label)}”，来自${escapeHtml(ip)}。它不能再登录账号。`,
  }
  return {
    kind: 'companyAccountNotice',
    subject: `您的${siteName}${COMPANY_SUBJECTS[event]}`,
    html: paragraphs(
      greeting(name),
      texts[event],
      `如果不是您本人，请立即在“${screen}”中解除不认识的公司账号，修改密码，并退出其他设备。`,
      mailLink(publicUrl + (isStaff ? ADMIN_PAGES.account : PAGES.myAccount), `打开${screen}`),
    ),
  } as const
}

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
