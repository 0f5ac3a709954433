/** The reasons why mail can't be sent. The mail screen shows them, and the server doesn't queue such a mail. */
import type { NotificationSettings } from '../settings/settings.ts'
import type { MailKind, Recipient } from './mail.ts'
import type { TemplateName } from './template-table.ts'
import { isTemplateEmpty, TEMPLATE_NAMES, type Template } from './templates.ts'

type ServerSettings = {
  isActive: boolean
  smtpConfig: { host: string; username: string; passwordSet: boolean; fromEmail: string }
}
type MailSettings = ServerSettings & {
  recipients: Record<RecipientList, readonly Pick<Recipient, 'isActive'>[]>
  templates: Record<TemplateName, Template>
}

/** The mails sent to the recipients in the mail settings. */
export const STAFF_MAILS = [
  'consultation',
  'evaluationRequest',
  'submission',
] as const satisfies readonly TemplateName[]
export type StaffMail = (typeof STAFF_MAILS)[number]
type RecipientList = 'consultation' | 'submission'

/** The list of recipients of each: whoever answers consultations also answers requests for an evaluation. */
export const STAFF_RECIPIENTS: Record<StaffMail, RecipientList> = {
  consultation: 'consultation',
  evaluationRequest: 'consultation',
  submission: 'submission',
}

/** The labels of the reasons. */
export const MAIL_ISSUE_LABELS = {
  off: '邮件服务未启用',
  host: '没有服务器地址',
  sender: '没有发件地址',
  password: '没有密码',
  template: '模板为空',
  recipients: '没有接收通知的收件人',
  notification: '通知已在系统设置中关闭',
} as const
export type MailIssue = keyof typeof MAIL_ISSUE_LABELS

/** Returns the reasons why no mail can be sent; empty if there are none. */
export function listServerIssues({ isActive, smtpConfig }: ServerSettings): MailIssue[] {
  const { host, fromEmail, username, passwordSet } = smtpConfig
  const problems: MailIssue[] = []
  if (!isActive) problems.push('off')
  if (host.trim() === '') problems.push('host')
  if (fromEmail.trim() === '') problems.push('sender')
  if (username !== '' && !passwordSet) problems.push('password')
  return problems
}

/** The notification setting that a mail depends on, in addition to `emailNotifications`. */
const NOTIFICATION_SETTING_BY_KIND: Partial<Record<MailKind, keyof NotificationSettings>> = {
  submission: 'productSubmissionAlerts',
  registrationAlert: 'userRegistrationAlerts',
  weeklyReport: 'weeklyReports',
}

/** Returns the reasons why one kind of mail can't be sent, in addition to those of all mails. */
export function listMailIssues(
  kind: MailKind,
  { recipients, templates }: Pick<MailSettings, 'recipients' | 'templates'>,
  notifications: NotificationSettings,
): MailIssue[] {
  const problems: MailIssue[] = []
  const template = TEMPLATE_NAMES.find((name) => name === kind)
  if (template && isTemplateEmpty(templates[template])) problems.push('template')
  const list = STAFF_MAILS.find((name) => name === kind)
  if (list && !recipients[STAFF_RECIPIENTS[list]].some(({ isActive }) => isActive)) problems.push('recipients')
  const notificationSetting = NOTIFICATION_SETTING_BY_KIND[kind]
  if (notificationSetting && !(notifications.emailNotifications && notifications[notificationSetting]))
    problems.push('notification')
  return problems
}
