import { z } from 'zod'
import { ALARM_MESSAGES } from '../alarms/messages.ts'
import '../chinese-issues.ts'
import { emailAddress } from '../email-address.ts'
import { flag, text } from '../fields.ts'
import { PASSWORD, TEXT } from '../limits.ts'
import { requiredName, storedText } from '../stored-text.ts'
import { DEFAULT_PRIVACY_POLICY, DEFAULT_TERMS } from './default-legal-texts.ts'
import { SETTINGS_MESSAGES as MESSAGES } from './messages.ts'

/** General settings: what header, footer, titles and feeds state about the site. */
export const GeneralSettingsSchema = z.object({
  siteName: requiredName(MESSAGES.siteName, TEXT.word).default('智鉴'),
  siteDescription: text().default('企业智能体展示与评估平台'),
  contactEmail: z.union([z.literal(''), emailAddress('', MESSAGES.emailFormat)], MESSAGES.emailFormat).default(''),
  contactPhone: text(),
})

const SecuritySettingsSchema = z.object({
  enableRegistration: flag(true),
  /** A new member must verify the email address first; has an effect only if mail can be sent. */
  requireEmailVerification: flag(true),
  /** Requires two-factor sign-in of everyone with access to the back office. */
  enableTwoFactor: flag(false),
  /** The number of minutes after which an unused session ends. */
  sessionTimeout: z.int().min(5).max(43_200).default(30),
  /** The number of days after which a session ends, even if it is in use. */
  sessionMaxDays: z.int().min(1).max(365).default(30),
  /** The number of wrong passwords before delays start. */
  maxLoginAttempts: z.int().min(1).max(100).default(5),
  passwordMinLength: z.int().min(PASSWORD.min).max(64).default(PASSWORD.min),
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

/** File types that may be attached to evaluations and submissions, by file extension. */
export const FILE_TYPES = ['pdf', 'doc', 'docx', 'txt', 'jpg', 'png', 'mp4'] as const

export const ContentSettingsSchema = z.object({
  /**
   * A submission that passes the form's validation is approved automatically; requires `requireManualReview` to be off.
   */
  autoApproveProducts: flag(false),
  requireManualReview: flag(true),
  /** The maximum size of an attachment in megabytes. */
  maxFileSize: z.int().min(1).max(50).default(10),
  /** The maximum number of evaluation projects per member, excluding the recycle bin. */
  maxEvaluationProjects: z.int().min(0).max(1000).default(20),
  /** The maximum number of inquiries that a member publishes within 30 days. */
  maxInquiriesPerMonth: z.int().min(0).max(1000).default(20),
  /** The maximum number of questions to agents: per member and day, and per address and minute. */
  maxAgentCallsPerDay: z.int().min(0).max(1_000_000).default(5_000),
  maxAgentCallsPerMinute: z.int().min(1).max(10_000).default(300),
  /** The number of replies, judged by people too, from which on the verdicts of a judge model may count. */
  minValidationReplies: z.int().min(20).max(1_000).default(50),
  allowedFileTypes: z.array(z.enum(FILE_TYPES)).default(['pdf', 'doc', 'docx', 'jpg', 'png', 'mp4']),
})

/** Automatic backups, once a day. */
const BackupSettingsSchema = z.object({
  scheduledBackups: flag(false),
  /** The hour of the day in Asia/Shanghai. */
  backupHour: z.int().min(0).max(23).default(3),
  keptBackups: z.int().min(1).max(365).default(7),
})

/** Email addresses are separated by commas, semicolons or spaces. */
const SEPARATORS = /[\s,，;；、]+/
export const listRecipients = (text: string): string[] => text.split(SEPARATORS).filter(Boolean)

const RecipientAddressSchema = emailAddress('', ALARM_MESSAGES.recipients)

/** The recipients of alarms, and their thresholds; see `alarm-table.ts`. */
export const AlarmSettingsSchema = z.object({
  alarmMails: flag(true),
  /** If empty, the super admins get the mails. */
  alarmRecipients: text()
    .refine(
      (value) => listRecipients(value).every((address) => RecipientAddressSchema.safeParse(address).success),
      ALARM_MESSAGES.recipients,
    )
    .transform((value) => listRecipients(value).join('，')),
  /** The free space of a disk below which an alarm is raised, in megabytes. */
  lowSpaceMb: z.int().min(100).max(1_000_000).default(500),
  /** The percentage of a node's requests within five minutes that must fail to raise an alarm. */
  errorPercent: z.int().min(1).max(100).default(5),
  mailWaitMinutes: z.int().min(5).max(1440).default(30),
})
export type AlarmSettings = z.infer<typeof AlarmSettingsSchema>

/** A filing number, or ''. */
const filingNumber = (shape: RegExp, message: string) =>
  text(TEXT.word).refine((number) => number === '' || shape.test(number), message)

/**
 * The operator, the site's filings, and the texts of `/privacy` and `/terms`, in which `LEGAL_PLACEHOLDERS` are
 * replaced.
 */
const LegalSettingsSchema = z.object({
  operatorName: text(),
  effectiveDate: text(TEXT.word),
  icpNumber: filingNumber(/ICP[备证]\d{4,}号(-\d+)?$/, MESSAGES.icpNumber),
  policeNumber: filingNumber(/公网安备\s?\d{11,14}号$/, MESSAGES.policeNumber),
  /** HTML, as in a product's detailed description. */
  privacyPolicy: storedText().max(TEXT.legal).default(DEFAULT_PRIVACY_POLICY),
  terms: storedText().max(TEXT.legal).default(DEFAULT_TERMS),
})

/** The parts of the settings, each saved separately. A new part is a line here, and its names in `SETTING_LABELS`. */
export const SETTINGS_PARTS = {
  general: GeneralSettingsSchema.prefault({}),
  security: SecuritySettingsSchema.prefault({}),
  notifications: NotificationSettingsSchema.prefault({}),
  content: ContentSettingsSchema.prefault({}),
  backups: BackupSettingsSchema.prefault({}),
  alarms: AlarmSettingsSchema.prefault({}),
  legal: LegalSettingsSchema.prefault({}),
}

export const SettingsSchema = z.object(SETTINGS_PARTS)
export type Settings = z.infer<typeof SettingsSchema>

const SettingsPartSchema = SettingsSchema.keyof()
export type SettingsPart = z.infer<typeof SettingsPartSchema>
export const SETTINGS_PART_NAMES = SettingsPartSchema.options

/** The settings as the back office reads them; `revisions` counts the saves of each part, for `If-Match`. */
export const SettingsViewSchema = SettingsSchema.extend({
  /** The recipients of alarms are hidden from readers who can't change them. */
  alarms: AlarmSettingsSchema.extend({ alarmRecipients: z.string() }),
  // The API description of a record has no properties, which its required keys need.
  revisions: z.record(SettingsPartSchema, z.int()).meta({
    properties: Object.fromEntries(SETTINGS_PART_NAMES.map((part) => [part, { type: 'integer' }])),
  }),
}).meta({ id: 'Settings' })
export type SettingsView = z.infer<typeof SettingsViewSchema>
export const SettingsPartParamsSchema = z.object({ part: SettingsPartSchema.describe('设置的分组。') })

/** The names of the parts and their fields, on the screen and in the audit log. */
export const SETTING_LABELS = {
  general: {
    part: '基本设置',
    fields: {
      siteName: '网站名称',
      siteDescription: '网站描述',
      contactEmail: '联系邮箱',
      contactPhone: '联系电话',
    },
  },
  security: {
    part: '安全设置',
    fields: {
      enableRegistration: '开放注册',
      requireEmailVerification: '注册须验证邮箱',
      enableTwoFactor: '后台须两步验证',
      sessionTimeout: '会话时长（分钟）',
      sessionMaxDays: '会话最长时间（天）',
      maxLoginAttempts: '登录尝试次数上限',
      passwordMinLength: '密码最短长度',
    },
  },
  notifications: {
    part: '通知设置',
    fields: {
      emailNotifications: '邮件通知',
      productSubmissionAlerts: '产品提交提醒',
      userRegistrationAlerts: '用户注册提醒',
      weeklyReports: '每周报告',
    },
  },
  content: {
    part: '内容设置',
    fields: {
      autoApproveProducts: '自动通过产品提交',
      requireManualReview: '产品提交须人工审核',
      maxFileSize: '附件大小上限（MB）',
      maxEvaluationProjects: '每位会员的评估项目数上限',
      maxInquiriesPerMonth: '每位会员每月发出的征询数上限',
      maxAgentCallsPerDay: '每位会员每天向智能体提问的次数上限',
      maxAgentCallsPerMinute: '每分钟向同一地址提问的次数上限',
      minValidationReplies: '裁判模型验证所需的回答数',
      allowedFileTypes: '允许的附件类型',
    },
  },
  backups: {
    part: '备份设置',
    fields: {
      scheduledBackups: '定时备份',
      backupHour: '备份时间（点）',
      keptBackups: '保留份数',
    },
  },
  alarms: {
    part: '告警设置',
    fields: {
      alarmMails: '告警邮件',
      alarmRecipients: '告警收件人',
      lowSpaceMb: '磁盘空间下限（MB）',
      errorPercent: '错误率上限（%）',
      mailWaitMinutes: '邮件等待上限（分钟）',
    },
  },
  legal: {
    part: '协议与备案',
    fields: {
      operatorName: '运营单位',
      effectiveDate: '生效日期',
      icpNumber: 'ICP备案号',
      policeNumber: '公安备案号',
      privacyPolicy: '隐私政策',
      terms: '用户协议',
    },
  },
} as const satisfies { [Part in SettingsPart]: { part: string; fields: Record<keyof Settings[Part], string> } }

/** The settings and branding that a public page reads in one call. */
export const SiteSchema = GeneralSettingsSchema.extend({
  registrationOpen: z.boolean(),
  passwordMinLength: z.int(),
  operatorName: z.string(),
  icpNumber: z.string(),
  policeNumber: z.string(),
})
export type Site = z.infer<typeof SiteSchema>

/** Privacy policy and terms as visitors read them: HTML, with placeholders filled in from the settings. */
export const LegalTextsSchema = z
  .object({ privacyPolicy: z.string(), terms: z.string(), version: z.int() })
  .meta({ id: 'LegalTexts' })
export type LegalTexts = z.infer<typeof LegalTextsSchema>
