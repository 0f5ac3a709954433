/**
 * The mails that members get without asking at that moment, and that no step of a procedure waits for: each kind can be
 * switched off. In a file without schemas, which a page of the site loads.
 */
import type { MailKind } from './mail.ts'

export const OPTIONAL_MAIL_LABELS = {
  shortlistChanged: '选型清单有变化',
  followDigest: '关注的产品有变化',
  runFinished: '实测运行结束',
  eventChanged: '报名的活动有变更',
  eventReminder: '报名的活动明天举行',
  reviewPublished: '我的评价已展示',
  reviewRejected: '我的评价未通过审核',
  questionAnswered: '我的提问有了回答',
  questionAsked: '我代表的产品有了新提问',
  questionDecided: '我的问答的审核结果',
  statementDecided: '我的厂商声明的审核结果',
} as const satisfies Partial<Record<MailKind, string>>

export type OptionalMailKind = keyof typeof OPTIONAL_MAIL_LABELS
export const OPTIONAL_MAIL_KINDS = Object.keys(OPTIONAL_MAIL_LABELS) as [OptionalMailKind, ...OptionalMailKind[]]

/** Returns whether a kind of mail can be switched off. */
export const isOptionalMail = (kind: string): kind is OptionalMailKind => Object.hasOwn(OPTIONAL_MAIL_LABELS, kind)

/** Returns the label of the kind of mail that an unsubscribe token ends, which begins with it; `undefined` if none does. */
export function findUnsubscribedLabel(token: string): string | undefined {
  const [kind = ''] = token.split('.')
  return isOptionalMail(kind) ? OPTIONAL_MAIL_LABELS[kind] : undefined
}
