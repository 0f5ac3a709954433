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
  recipients: Record<StaffMail, readonly Pick<Recipient, 'isActive'>[]>
  templates: Record<TemplateName, Template>
}

/** The mails sent to the recipients in the mail settings. */
export const STAFF_MAILS = ['consultation', 'submission'] as const satisfies readonly TemplateName[]
export type StaffMail = (typeof STAFF_MAILS)[number]

/** The labels of the reasons. */
export const OBSTACLE_LABELS = {
  off: '邮件服务未启用',
  host: '没有服务器地址',
  sender: '没有发件地址',
  password: '没有密码',
  template: '模板为空',
  recipients: '没有接收通知的收件人',
  notification: '通知已在系统设置中关闭',
} as const
export type Obstacle = keyof typeof OBSTACLE_LABELS

/** Returns the reasons why no mail can be sent; empty if there are none. */
export function listServerObstacles({ isActive, smtpConfig }: ServerSettings): Obstacle[] {
  const { host, fromEmail, username, passwordSet } = smtpConfig
  const obstacles: Obstacle[] = []
  if (!isActive) obstacles.push('off')
  if (host.trim() === '') obstacles.push('host')
  if (fromEmail.trim() === '') obstacles.push('sender')
  if (username !== '' && !passwordSet) obstacles.push('password')
  return obstacles
}

/** The notification setting that a mail depends on, in addition to `emailNotifications`. */
const NOTIFICATION_SWITCHES: Partial<Record<MailKind, keyof NotificationSettings>> = {
  submission: 'productSubmissionAlerts',
  registrationAlert: 'userRegistrationAlerts',
  weeklyReport: 'weeklyReports',
}

/**
 * Returns the reasons why one kind of mail can't be sent, in addition to those of all mails. Without `notifications`,
 * the notification settings are ignored.
 */
export function listMailObstacles(
  kind: MailKind,
  { recipients, templates }: Pick<MailSettings, 'recipients' | 'templates'>,
  notifications?: NotificationSettings,
): Obstacle[] {
  const obstacles: Obstacle[] = []
  const template = TEMPLATE_NAMES.find((name) => name === kind)
  if (template && isTemplateEmpty(templates[template])) obstacles.push('template')
  const list = STAFF_MAILS.find((name) => name === kind)
  if (list && !recipients[list].some(({ isActive }) => isActive)) obstacles.push('recipients')
  const notificationSwitch = NOTIFICATION_SWITCHES[kind]
  if (notifications && notificationSwitch && !(notifications.emailNotifications && notifications[notificationSwitch]))
    obstacles.push('notification')
  return obstacles
}
