import type { CommunityEvent } from '#contracts/documents/community.ts'
import type { MailKind } from '#contracts/mail/mail.ts'
import { PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'

type RegistrationMailInput = {
  name: string
  event: Pick<CommunityEvent, 'title' | 'date' | 'time' | 'location'>
  siteName: string
  publicUrl: string
  /** Whether the recipient was on the waiting list and has got a place now. */
  isPromoted: boolean
}

/** Returns the mail that confirms a place at an event. */
export function createRegistrationMail({ name, event, siteName, publicUrl, isPromoted }: RegistrationMailInput) {
  const { title, date, time, location } = event
  const details = [
    ['日期', date],
    ['时间', time && `${time}（北京时间）`],
    ['地点', location],
  ].filter(([, text]) => text !== '')
  const kind: MailKind = 'eventRegistration'
  return {
    kind,
    subject: isPromoted ? `候补成功：${title}` : `报名成功：${title}`,
    html: paragraphs(
      greeting(name),
      isPromoted
        ? `“${escapeHtml(title)}”有人取消报名或增加了名额，您已从候补转为正式报名。`
        : `您已在“${escapeHtml(siteName)}”报名“${escapeHtml(title)}”。`,
      details.map(([label, text]) => `${label}：${escapeHtml(text ?? '')}`).join('<br>'),
      '日历文件可在“我的报名”中下载；不能参加时，请在那里取消，把名额让给候补的人。',
      mailLink(publicUrl + PAGES.myEvents, '打开我的报名'),
    ),
  }
}
