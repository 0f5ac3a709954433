import { z } from 'zod'
import '../chinese-issues.ts'
import { flag, text } from '../fields.ts'
import { TEXT } from '../limits.ts'
import { requiredText } from '../stored-text.ts'
import { emailAddress } from '../submissions/submission.ts'
import { SETTINGS_MESSAGES as TEXTS } from './messages.ts'

/** The settings' general part: what header, footer, titles and feeds say of the site. */
export const GeneralSettingsSchema = z.object({
  siteName: requiredText(TEXTS.siteName, TEXT.word).default('智鉴'),
  siteDescription: text().default('企业智能体展示与评估平台'),
  contactEmail: z.union([z.literal(''), emailAddress('', TEXTS.emailFormat)], TEXTS.emailFormat).default(''),
  contactPhone: text(),
})
export type GeneralSettings = z.infer<typeof GeneralSettingsSchema>

export const SecuritySettingsSchema = z.object({
  enableRegistration: flag(true),
  /** A new member proves the address first; acts while mail can be sent. */
  requireEmailVerification: flag(true),
  /** Requires two-factor sign-in of everyone with access to the back office. */
  enableTwoFactor: flag(false),
  /** Minutes. */
  sessionTimeout: z.int().min(5).max(43_200).default(30),
  maxLoginAttempts: z.int().min(1).max(100).default(5),
})
export type SecuritySettings = z.infer<typeof SecuritySettingsSchema>

/** Mail notifications for the staff. `emailNotifications: false` disables the other three. */
export const NotificationSettingsSchema = z.object({
  emailNotifications: flag(true),
  productSubmissionAlerts: flag(true),
  userRegistrationAlerts: flag(false),
  weeklyReports: flag(false),
})
export type NotificationSettings = z.infer<typeof NotificationSettingsSchema>

/** Types of files that may be uploaded beside an evaluation and a submission, by the ending of their names. */
export const FILE_TYPES = ['pdf', 'doc', 'docx', 'txt', 'jpg', 'png', 'mp4'] as const
export type AllowedFileType = (typeof FILE_TYPES)[number]

export const ContentSettingsSchema = z.object({
  /** A submission that passes the form's rules is approved by the system; needs `requireManualReview` off. */
  autoApproveProducts: flag(false),
  requireManualReview: flag(true),
  /** Megabytes; bounds attachments. */
  maxFileSize: z.int().min(1).max(50).default(10),
  allowedFileTypes: z.array(z.enum(FILE_TYPES)).default(['pdf', 'doc', 'docx', 'jpg', 'png', 'mp4']),
})
export type ContentSettings = z.infer<typeof ContentSettingsSchema>

/** The parts of the settings, each saved by itself. */
export const SETTINGS_PARTS = {
  general: GeneralSettingsSchema,
  security: SecuritySettingsSchema,
  notifications: NotificationSettingsSchema,
  content: ContentSettingsSchema,
} as const
export type SettingsPart = keyof typeof SETTINGS_PARTS
export const PART_NAMES = ['general', 'security', 'notifications', 'content'] as const satisfies readonly SettingsPart[]

export const SettingsSchema = z.object({
  general: GeneralSettingsSchema.prefault({}),
  security: SecuritySettingsSchema.prefault({}),
  notifications: NotificationSettingsSchema.prefault({}),
  content: ContentSettingsSchema.prefault({}),
})
export type Settings = z.infer<typeof SettingsSchema>

/** The settings as the back office reads them; `revisions` counts the saves of each part, and is what `If-Match` names. */
export const SettingsViewSchema = SettingsSchema.extend({
  revisions: z.object({ general: z.int(), security: z.int(), notifications: z.int(), content: z.int() }),
}).meta({ id: 'Settings' })
export type SettingsView = z.infer<typeof SettingsViewSchema>
export const SettingsPartParamsSchema = z.object({ part: z.enum(PART_NAMES).describe('设置的分组。') })

/** The field labels of the screen and the audit. */
export const SETTING_LABELS = {
  general: {
    siteName: '网站名称',
    siteDescription: '网站描述',
    contactEmail: '联系邮箱',
    contactPhone: '联系电话',
  },
  security: {
    enableRegistration: '开放注册',
    requireEmailVerification: '注册须验证邮箱',
    enableTwoFactor: '后台须两步验证',
    sessionTimeout: '会话时长（分钟）',
    maxLoginAttempts: '登录尝试次数上限',
  },
  notifications: {
    emailNotifications: '邮件通知',
    productSubmissionAlerts: '产品提交提醒',
    userRegistrationAlerts: '用户注册提醒',
    weeklyReports: '每周报告',
  },
  content: {
    autoApproveProducts: '自动通过产品提交',
    requireManualReview: '产品提交须人工审核',
    maxFileSize: '附件大小上限（MB）',
    allowedFileTypes: '允许的附件类型',
  },
} as const satisfies { [Part in SettingsPart]: Record<keyof Settings[Part], string> }
export const SETTINGS_PART_LABELS: Record<SettingsPart, string> = {
  general: '基本设置',
  security: '安全设置',
  notifications: '通知设置',
  content: '内容设置',
}

/** What a public page reads of the settings and the branding in one call. */
export const SiteSchema = GeneralSettingsSchema.extend({ registrationOpen: z.boolean() })
export type Site = z.infer<typeof SiteSchema>
