import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { MailKind } from '#contracts/mail/mail.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { Role } from '#contracts/vocabulary.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'

/** Whose account it is, and from where and when something happened to it. */
type Incident = { name: string; role: Role; siteName: string; publicUrl: string; ip: string; at: Date }

/** The texts of a mail, as HTML but for its subject. `advise` says what to do on the screen of the account. */
type Texts = { kind: MailKind; subject: string; event: string; advise: (screen: string) => string }

function buildMail({ name, role, publicUrl }: Incident, { kind, subject, event, advise }: Texts) {
  const { title, path } =
    role === 'member'
      ? { title: SITE_PAGES.myAccount.title, path: PAGES.myAccount }
      : { title: ADMIN_SCREENS.account.title, path: ADMIN_PAGES.account }
  const advice = `如果不是您本人，请${advise(`“${title}”`)}。`
  return { kind, subject, html: paragraphs(greeting(name), event, advice, mailLink(publicUrl + path, `打开${title}`)) }
}

const PASSKEY = { kind: 'passkeyNotice', remedy: '删除不认识的通行密钥' } as const
const COMPANY_ACCOUNT = { kind: 'companyAccountNotice', remedy: '解除不认识的公司账号' } as const

const CREDENTIAL_EVENTS = {
  passkeyAdded: { ...PASSKEY, subject: '账号添加了通行密钥' },
  passkeyRemoved: { ...PASSKEY, subject: '账号删除了通行密钥' },
  passkeyCopied: { ...PASSKEY, subject: '账号的通行密钥可能被复制' },
  companyAccountLinked: { ...COMPANY_ACCOUNT, subject: '账号绑定了公司账号' },
  companyAccountUnlinked: { ...COMPANY_ACCOUNT, subject: '账号解除了公司账号' },
}

/** What has happened to a passkey or a company's account, which open an account without its password. */
export type CredentialEvent = keyof typeof CREDENTIAL_EVENTS

/** Builds the mail that tells the owner of an account of a change of what opens it. */
export function buildCredentialMail(
  incident: Incident,
  { event, label }: { event: CredentialEvent; label: string },
): ReturnType<typeof buildMail> {
  const account = `您在“${escapeHtml(incident.siteName)}”的账号`
  const source = `“${escapeHtml(label)}”，来自${escapeHtml(incident.ip)}`
  const events: Record<CredentialEvent, string> = {
    passkeyAdded: `${account}添加了通行密钥${source}。它可以直接登录账号。`,
    passkeyRemoved: `${account}删除了通行密钥${source}。它不能再登录账号。`,
    passkeyCopied: `有人用通行密钥“${escapeHtml(label)}”登录${account}，来自${escapeHtml(incident.ip)}，但它的使用次数没有增加，可能是一份复制品。这次登录已被拒绝。`,
    companyAccountLinked: `${account}绑定了公司账号${source}。它可以直接登录账号。`,
    companyAccountUnlinked: `${account}解除了公司账号${source}。它不能再登录账号。`,
  }
  const { kind, subject, remedy } = CREDENTIAL_EVENTS[event]
  return buildMail(incident, {
    kind,
    subject: `您的${incident.siteName}${subject}`,
    event: `${formatMinuteInShanghai(incident.at)}（北京时间），${events[event]}`,
    advise: (screen) => `立即在${screen}中${remedy}，修改密码，并退出其他设备`,
  })
}

/** Builds the mail that warns the owner of an account of a suspected password-guessing attack. */
export const buildSignInAlertMail = (incident: Incident): ReturnType<typeof buildMail> =>
  buildMail(incident, {
    kind: 'signInAlert',
    subject: `有人多次尝试登录您的${incident.siteName}账号`,
    event: `${formatMinuteInShanghai(incident.at)}（北京时间）前后，有人多次用错误的密码尝试登录您在“${escapeHtml(incident.siteName)}”的账号，最近一次来自${escapeHtml(incident.ip)}。这些尝试没有成功，账号也没有被锁定，在登录过的设备上可照常使用。`,
    advise: (screen) => `确认密码没有在其他网站使用过，并在${screen}中开启两步验证`,
  })
