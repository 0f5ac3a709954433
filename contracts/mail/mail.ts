/** The mail settings, the mails' templates and the outbox. */

import { z } from 'zod'
import '../chinese-issues.ts'
import { RevisionSchema } from '../content/revision.ts'
import { emailAddress } from '../email-address.ts'
import { toIntegerOr } from '../fields.ts'
import { LIST, SMTP, TEXT } from '../limits.ts'
import { mailbox, outsiderText, personalData } from '../outsider-data.ts'
import { pageNumber } from '../pagination.ts'
import { storedText } from '../stored-text.ts'
import { MAIL_MESSAGES as MESSAGES } from './messages.ts'
import { createTemplateSchema, mapTemplates, TEMPLATE_LABELS, TEMPLATE_NAMES } from './templates.ts'

/** Every kind of mail in the outbox: those with editable templates, and those with fixed texts. */
export const MAIL_KINDS = [
  ...TEMPLATE_NAMES,
  'invitation',
  'passwordReset',
  'emailVerification',
  'emailChanged',
  'registrationAttempt',
  'accountClosed',
  'signInAlert',
  'passkeyNotice',
  'companyAccountNotice',
  'eventRegistration',
  'eventChanged',
  'eventReminder',
  'shortlistChanged',
  'followDigest',
  'registrationAlert',
  'weeklyReport',
  'judgeInvitation',
  'judgeReminder',
  'inquiryInvitation',
  'inquiryNotice',
  'inquiryReceipt',
  'inquiryOwnerNotice',
  'colleagueNotice',
  'runFinished',
  'evaluationPublished',
  'statementDecided',
  'questionDecided',
  'questionAnswered',
  'questionAsked',
  'vendorContactChanged',
  'vendorInvitation',
  'vendorOrganisation',
  'keyExpiry',
  'submissionContactChanged',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]
export const MAIL_KIND_LABELS: Record<MailKind, string> = {
  ...TEMPLATE_LABELS,
  invitation: '账号邀请',
  passwordReset: '重置密码',
  emailVerification: '邮箱验证',
  emailChanged: '登录邮箱变更通知',
  registrationAttempt: '重复注册提醒',
  accountClosed: '账号注销通知',
  signInAlert: '登录异常提醒',
  passkeyNotice: '通行密钥变更提醒',
  companyAccountNotice: '公司账号变更提醒',
  eventRegistration: '活动报名通知',
  eventChanged: '活动变更通知',
  eventReminder: '活动前一天的提醒',
  shortlistChanged: '选型清单变化通知',
  followDigest: '关注的变化汇总',
  registrationAlert: '新用户注册提醒',
  weeklyReport: '每周报告',
  judgeInvitation: '评委邀请',
  judgeReminder: '评委打分提醒',
  inquiryInvitation: '征询邀请',
  inquiryNotice: '征询通知（厂商）',
  inquiryReceipt: '征询回执与答复（厂商）',
  inquiryOwnerNotice: '征询通知（询问人）',
  colleagueNotice: '协作与移交通知',
  runFinished: '实测运行结束通知',
  evaluationPublished: '评估发布通知',
  statementDecided: '厂商声明审核结果',
  questionDecided: '问答审核结果',
  questionAnswered: '提问的回答通知',
  questionAsked: '产品的新提问通知（厂商）',
  vendorContactChanged: '厂商联系邮箱变更通知',
  vendorInvitation: '厂商组织的邀请',
  vendorOrganisation: '厂商组织通知',
  keyExpiry: '接口密钥到期提醒',
  submissionContactChanged: '提交的联系邮箱变更通知',
}

const EmailAddressSchema = emailAddress(MESSAGES.email, MESSAGES.emailFormat)

const RecipientSchema = z.object({
  name: storedText().max(TEXT.word),
  email: EmailAddressSchema,
  department: storedText().max(TEXT.word),
  isActive: z.boolean(),
})
export type Recipient = z.infer<typeof RecipientSchema>
/** The initial department of a new recipient. */
export const RECIPIENT_DEPARTMENTS = { consultation: '咨询部门', submission: '产品部门' } as const

const RecipientReplySchema = RecipientSchema.extend({ email: z.string() })

/** A host name or IP address only: no protocol, port or spaces. An IPv6 address has at least two colons. */
const HOST = /^(?:[\p{L}\p{N}._-]*|[\da-f.]*:[\da-f.]*:[\da-f:.]*)$/iu

/**
 * `host` and `username` may be empty: no server yet, or a server without authentication. `explainUnusablePassword` has
 * the rule for the stored password. A blank `fromName` means the site's name.
 */
export const SmtpConfigSchema = z.object({
  host: storedText().trim().max(TEXT.line).regex(HOST, MESSAGES.hostFormat),
  port: z.preprocess(toIntegerOr(SMTP.port), z.int().min(1).max(65_535)),
  secure: z.boolean(),
  username: storedText().max(TEXT.line),
  password: storedText()
    .max(TEXT.line)
    .optional()
    .describe('留空则使用已保存的密码。服务器、端口或用户名已更改，或关闭了连接时加密，则须重新填写。'),
  fromName: storedText().trim().max(TEXT.word),
  fromEmail: z.union([z.literal(''), EmailAddressSchema], MESSAGES.emailFormat),
})
export type SmtpConfigInput = z.infer<typeof SmtpConfigSchema>

const recipients = z.array(RecipientSchema).max(LIST.short)

/** The complete configuration to save: missing parts are rejected, not emptied. */
export const EmailConfigInputSchema = z.object({
  smtpConfig: SmtpConfigSchema,
  recipients: z.object({ consultation: recipients, submission: recipients }),
  templates: z.object(mapTemplates(createTemplateSchema)),
  isActive: z.boolean(),
})
export type EmailConfigInput = z.infer<typeof EmailConfigInputSchema>

/** The parts of the reply that existing clients send back with the configuration; they have no effect. */
const readOnly = z.unknown().optional().describe('只读，保存时不起作用。')
const SmtpConfigRequestSchema = SmtpConfigSchema.extend({ passwordSet: readOnly })

/** The configuration as a client may save it: as it was read, without its read-only parts, or with them. */
export const EmailConfigRequestSchema = EmailConfigInputSchema.extend({
  smtpConfig: SmtpConfigRequestSchema,
  _id: readOnly,
  lastTestResult: readOnly,
})
  .describe('整份设置，缺少任何一项都返回400。')
  .transform(
    ({ smtpConfig: { passwordSet: _, ...smtpConfig }, recipients, templates, isActive }): EmailConfigInput => ({
      smtpConfig,
      recipients,
      templates,
      isActive,
    }),
  )

/** The configuration without the password, as a revision stores it. */
export const StoredEmailConfigSchema = EmailConfigInputSchema.extend({
  smtpConfig: SmtpConfigSchema.omit({ password: true }),
})
export type StoredEmailConfig = z.infer<typeof StoredEmailConfigSchema>

export const TestResultSchema = z.object({ success: z.boolean(), message: z.string(), testTime: z.iso.datetime() })
export type TestResult = z.infer<typeof TestResultSchema>

/** The configuration for readers: without `contacts:read`, people's names and email addresses are hidden. */
const ReadableConfigSchema = StoredEmailConfigSchema.extend({
  smtpConfig: SmtpConfigSchema.omit({ password: true }).extend({ fromEmail: z.string() }),
  recipients: z.object({ consultation: z.array(RecipientReplySchema), submission: z.array(RecipientReplySchema) }),
})

/** The configuration as a browser gets it: never the password, only whether one is set. */
export const EmailConfigSchema = ReadableConfigSchema.extend({
  _id: z.string(),
  smtpConfig: ReadableConfigSchema.shape.smtpConfig.extend({ passwordSet: z.boolean() }),
  lastTestResult: TestResultSchema.nullable(),
})
export type EmailConfig = z.infer<typeof EmailConfigSchema>

/** A revision of the configuration with its values; revisions have no password. */
export const EmailRevisionSchema = RevisionSchema.extend({ config: ReadableConfigSchema })
export type EmailRevision = z.infer<typeof EmailRevisionSchema>

/** The unsaved configuration to test; a blank password means the stored one, as in a save. */
export const EmailTestSchema = z.object({ smtpConfig: SmtpConfigRequestSchema, testEmail: EmailAddressSchema })
export type EmailTest = z.infer<typeof EmailTestSchema>

export const MAIL_STATUSES = ['waiting', 'sent', 'failed'] as const
export type MailStatus = (typeof MAIL_STATUSES)[number]
export const MAIL_STATUS_LABELS: Record<MailStatus, string> = {
  waiting: '等待发送',
  sent: '已发送',
  failed: '发送失败',
}

/** A mail in the outbox. `lastError` is the mail server's response. */
export const OutboxEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(MAIL_KINDS),
  to: mailbox(z.string()),
  /** It may name people. */
  subject: personalData(z.string()),
  status: z.enum(MAIL_STATUSES),
  attempts: z.int(),
  lastError: outsiderText(),
  createdAt: z.iso.datetime(),
  nextAttemptAt: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime().nullable(),
})
export type OutboxEntry = z.infer<typeof OutboxEntrySchema>

/** The number of mails by status. */
export const OutboxCountsSchema = z.object({ waiting: z.int(), sent: z.int(), failed: z.int() })
export type OutboxCounts = z.infer<typeof OutboxCountsSchema>

/** How many failed mails were scheduled to be sent again, and how many more could be. */
export const MailRetrySchema = z.object({ retried: z.int(), remaining: z.int() })
export type MailRetry = z.infer<typeof MailRetrySchema>

export const OutboxQuerySchema = z.object({
  page: pageNumber.default(1),
  status: z
    .enum(MAIL_STATUSES, '没有这种状态')
    .optional()
    .describe('邮件的状态：`waiting` 为等待发送，`sent` 为已发送，`failed` 为发送失败；不传时为全部。'),
})
export type OutboxQuery = z.infer<typeof OutboxQuerySchema>
