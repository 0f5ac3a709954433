import type { CommunityEvent } from '#contracts/documents/community.ts'
import type { MailKind } from '#contracts/mail/mail.ts'
import { PAGES } from '#contracts/paths.ts'
import { formatEnteredDay } from '#contracts/rules/calendar-day.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'
import type { RegistrationImpact } from './registration-impacts.ts'

type RegistrationMailInput = {
  name: string
  event: Pick<CommunityEvent, 'title' | 'date' | 'time' | 'location'>
  siteName: string
  publicUrl: string
  /** Whether the recipient was on the waiting list and has got a place now. */
  isPromoted: boolean
}

type Event = RegistrationMailInput['event']

const listDetails = ({ date, time, location }: Event): string =>
  [
    ['日期', formatEnteredDay(date)],
    ['时间', time && `${time}（北京时间）`],
    ['地点', location],
  ]
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label}：${escapeHtml(text ?? '')}`)
    .join('<br>')

/** Returns the mail that confirms a place at an event. */
export function createRegistrationMail({ name, event, siteName, publicUrl, isPromoted }: RegistrationMailInput) {
  const { title } = event
  const kind: MailKind = 'eventRegistration'
  return {
    kind,
    subject: isPromoted ? `候补成功：${title}` : `报名成功：${title}`,
    html: paragraphs(
      greeting(name),
      isPromoted
        ? `“${escapeHtml(title)}”有人取消报名或增加了名额，您已从候补转为正式报名。`
        : `您已在“${escapeHtml(siteName)}”报名“${escapeHtml(title)}”。`,
      listDetails(event),
      '附件可加入日历；不能参加时，请在“我的报名”中取消，把名额让给候补的人。',
      mailLink(publicUrl + PAGES.myEvents, '打开我的报名'),
    ),
  }
}

type ChangeMailInput = {
  name: string
  impact: RegistrationImpact
  /** Why the event was cancelled; '' if that wasn't said. */
  reason: string
  publicUrl: string
}

/** Returns the mail that tells an attendee what has changed; `undefined` if nothing has changed for them. */
export function createChangeMail({ name, impact, reason, publicUrl }: ChangeMailInput) {
  const content = getChangeContent(impact, reason)
  if (!content) return undefined
  const kind: MailKind = 'eventChanged'
  return {
    kind,
    subject: `${content.heading}：${impact.event.title}`,
    html: paragraphs(greeting(name), ...content.paragraphs, mailLink(publicUrl + PAGES.myEvents, '打开我的报名')),
  }
}

function getChangeContent(
  impact: RegistrationImpact,
  reason: string,
): { heading: string; paragraphs: string[] } | undefined {
  const { event } = impact
  const title = `“${escapeHtml(event.title)}”`
  switch (impact.kind) {
    case 'removed':
      return impact.isListed
        ? {
            heading: '报名失效',
            paragraphs: [`您报名的${title}不再在本站报名，原来的报名不再有效。请在社区页面查看新的报名方式。`],
          }
        : {
            heading: '活动取消',
            paragraphs: [
              `您报名的${title}已取消，原定：`,
              listDetails(event),
              ...(reason === '' ? [] : [`取消原因：${escapeHtml(reason).replaceAll('\n', '<br>')}`]),
            ],
          }
    case 'restored':
      return { heading: '活动恢复', paragraphs: [`${title}照常举行，您的报名仍然有效。`, listDetails(event)] }
    case 'changed':
      return {
        heading: '活动变更',
        paragraphs: [
          `您报名的${title}有变动，报名仍然有效：`,
          impact.changes
            .map(
              ({ label, before, after }) => `${label}：${escapeHtml(before)} → <strong>${escapeHtml(after)}</strong>`,
            )
            .join('<br>'),
          '变动后的安排：',
          listDetails(event),
          '附件是更新的日历；订阅的日历会自动更新。不能参加时，请在“我的报名”中取消。',
        ],
      }
    case 'overbooked':
      return undefined
  }
}

type ReminderInput = Pick<RegistrationMailInput, 'name' | 'event' | 'publicUrl'>

/** Returns the mail that reminds an attendee of the next day's event. */
export function createReminderMail({ name, event, publicUrl }: ReminderInput) {
  const kind: MailKind = 'eventReminder'
  return {
    kind,
    subject: `明天举行：${event.title}`,
    html: paragraphs(
      greeting(name),
      `您报名的“${escapeHtml(event.title)}”明天举行：`,
      listDetails(event),
      '不能参加时，请在“我的报名”中取消，把名额让给候补的人。',
      mailLink(publicUrl + PAGES.myEvents, '打开我的报名'),
    ),
  }
}
