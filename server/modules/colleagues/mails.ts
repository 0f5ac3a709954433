/** The mails about colleagues: each says why it came. */
import { COLLEAGUE_ROLES, type ColleagueRole, SHARED_KINDS, type SharedKind } from '#contracts/colleagues/roles.ts'
import type { MailKind } from '#contracts/mail/mail.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'

type ColleagueMailInput = {
  siteName: string
  /** The name of the recipient; empty until they have an account. */
  name: string
  kind: SharedKind
  title: string
  url: string
  /** Who acted. */
  actorName: string
  role: ColleagueRole
}

export type ColleagueMailOccasion = 'invited' | 'removed' | 'offered' | 'accepted' | 'declined'

type Texts = { subject: string; text: string; note: string }

/** Returns the texts; names in them aren't escaped yet. */
function describe(occasion: ColleagueMailOccasion, input: ColleagueMailInput): Texts {
  const item = `${SHARED_KINDS[input.kind]}“${input.title}”`
  const role = COLLEAGUE_ROLES[input.role]
  const { actorName, siteName } = input
  const texts: Record<ColleagueMailOccasion, Texts> = {
    invited: {
      subject: `邀请您担任${role}：${input.title}`,
      text: `${actorName}在“${siteName}”邀请您担任${item}的${role}。请用这个邮箱的账号登录后打开；还没有账号的，请先用这个邮箱注册并验证。`,
      note: '收到这封邮件，是因为对方填写了这个邮箱。如果您并不知情，请忽略；不登录就不会加入。加入后可以随时在“协作者”中退出。',
    },
    removed: {
      subject: `您不再是协作者：${input.title}`,
      text: `${actorName}已把您移出“${siteName}”的${item}，您不能再打开它。`,
      note: '收到这封邮件，是因为您曾是它的协作者。',
    },
    offered: {
      subject: `请您接手：${input.title}`,
      text: `${actorName}请您接手“${siteName}”的${item}，成为负责人。请登录后在“协作者”中接受或谢绝。`,
      note: '收到这封邮件，是因为您是它的协作者。答复之前，一切照旧。',
    },
    accepted: {
      subject: `已接手：${input.title}`,
      text: `${actorName}已接手“${siteName}”的${item}，成为负责人。您现在是共同所有人，可以随时退出。`,
      note: '收到这封邮件，是因为您请对方接手。',
    },
    declined: {
      subject: `没有接手：${input.title}`,
      text: `${actorName}谢绝接手“${siteName}”的${item}，负责人仍是您。`,
      note: '收到这封邮件，是因为您请对方接手。',
    },
  }
  return texts[occasion]
}

/** Returns a mail. Its link opens the item only for its colleagues, so it contains no secret. */
export function createColleagueMail(
  occasion: ColleagueMailOccasion,
  input: ColleagueMailInput,
): { kind: MailKind; subject: string; html: string } {
  const { subject, text, note } = describe(occasion, input)
  const link = occasion === 'removed' ? [] : [mailLink(input.url, `打开${SHARED_KINDS[input.kind]}`)]
  return {
    kind: 'colleagueNotice',
    subject,
    html: paragraphs(greeting(input.name), escapeHtml(text), ...link, note),
  }
}
