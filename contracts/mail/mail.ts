/** The mail settings, the mails' templates and the outbox (spec 3 §2.9, decisions §7). */

import { z } from 'zod'
import { LEAD_LABELS, SUBMISSION_LABELS } from '../request-labels.ts'
import '../chinese-issues.ts'
import { flag, text, wholeNumberOr } from '../fields.ts'
import { LIST, SMTP, TEXT } from '../limits.ts'
import { pageNumber } from '../pagination.ts'
import { extractVariables } from '../rules/template-variables.ts'
import { storedText } from '../stored-text.ts'
import { emailAddress } from '../submissions/submission.ts'
import { MAIL_MESSAGES as TEXTS } from './messages.ts'

/** Mails with editable templates, and the variables that each template supports. */
export const TEMPLATE_VARIABLES = {
  consultation: ['companyName', 'contactName', 'phone', 'email', 'requirements', 'submitTime'],
  submission: ['productName', 'companyName', 'contactName', 'phone', 'email', 'productDescription', 'submitTime'],
  submissionReceipt: ['productName', 'companyName', 'contactName', 'receipt', 'statusLink', 'submitTime'],
  submissionApproved: ['productName', 'companyName', 'contactName', 'receipt', 'notes', 'productLink', 'statusLink'],
  submissionRejected: ['productName', 'companyName', 'contactName', 'receipt', 'notes', 'statusLink'],
} as const
export type TemplateName = keyof typeof TEMPLATE_VARIABLES
export const TEMPLATE_NAMES = [
  'consultation',
  'submission',
  'submissionReceipt',
  'submissionApproved',
  'submissionRejected',
] as const satisfies readonly TemplateName[]
export type TemplateValues<Name extends TemplateName> = Record<(typeof TEMPLATE_VARIABLES)[Name][number], string>

/** The labels of the variables. */
export const VARIABLE_LABELS: Record<(typeof TEMPLATE_VARIABLES)[TemplateName][number], string> = {
  ...LEAD_LABELS,
  submitTime: '提交时间',
  productDescription: SUBMISSION_LABELS.productDescription,
  receipt: '回执号',
  statusLink: '进度查询链接',
  notes: '审核意见',
  productLink: '产品页面链接',
}

/** The labels of the templates. */
export const TEMPLATE_LABELS: Record<TemplateName, string> = {
  consultation: '选型咨询通知',
  submission: '产品提交通知',
  submissionReceipt: '提交回执（发给厂商）',
  submissionApproved: '审核通过（发给厂商）',
  submissionRejected: '审核未通过（发给厂商）',
}

/** Every kind of mail in the outbox: those with editable templates, and those with fixed texts. */
export const MAIL_KINDS = [
  ...TEMPLATE_NAMES,
  'invitation',
  'passwordReset',
  'emailVerification',
  'registrationAlert',
  'weeklyReport',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]
export const MAIL_KIND_LABELS: Record<MailKind, string> = {
  ...TEMPLATE_LABELS,
  invitation: '账号邀请',
  passwordReset: '重置密码',
  emailVerification: '邮箱验证',
  registrationAlert: '新用户注册提醒',
  weeklyReport: '每周报告',
}

const address = emailAddress(TEXTS.email, TEXTS.emailFormat)

export const RecipientSchema = z.object({
  name: text(TEXT.word),
  email: address,
  department: text(TEXT.word),
  isActive: flag(true),
})
export type Recipient = z.infer<typeof RecipientSchema>
/** The department of a new recipient (spec 3 §3). */
export const RECIPIENT_DEPARTMENTS = { consultation: '咨询部门', submission: '产品部门' } as const

const RecipientReplySchema = RecipientSchema.extend({ email: z.string() })

/** If subject or text is empty, the mail is not sent. */
export const TemplateSchema = z.object({ subject: text(), htmlTemplate: text(TEXT.long) })
export type Template = z.infer<typeof TemplateSchema>

/** Reports variables that the template doesn't support, at the field that uses them. */
function reportUnknownVariables(name: TemplateName, template: Template, context: z.RefinementCtx): void {
  const variables: readonly string[] = TEMPLATE_VARIABLES[name]
  for (const field of ['subject', 'htmlTemplate'] as const)
    for (const variable of extractVariables(template[field]))
      if (!variables.includes(variable))
        context.addIssue({ code: 'custom', path: [field], message: TEXTS.unknownVariable(variable) })
}

/** A template as it is saved. */
const createTemplateSchema = (name: TemplateName) =>
  TemplateSchema.superRefine((template, context) => reportUnknownVariables(name, template, context)).prefault({})

/** A template that is tried with sample values. */
export const EmailPreviewRequestSchema = TemplateSchema.extend({
  name: z.enum(TEMPLATE_NAMES, '没有这种模板'),
}).superRefine((template, context) => reportUnknownVariables(template.name, template, context))

/** `html` is for a frame: nothing in it runs or loads, its styles stand in `data-style`. */
export const EmailPreviewSchema = z.object({ subject: z.string(), html: z.string(), text: z.string() })
export type EmailPreview = z.infer<typeof EmailPreviewSchema>

/** A name or an address, nothing around it: no protocol, no port, no blank. */
const HOST = /^[\p{L}\p{N}._:-]*$/u

/** `host` and `username` may be empty: no server yet, a server without sign-in. A blank password keeps the stored one. */
export const SmtpConfigSchema = z.object({
  host: storedText().trim().max(TEXT.line).regex(HOST, TEXTS.hostFormat).default(''),
  port: z.preprocess(wholeNumberOr(SMTP.port), z.int().min(1).max(65_535)).default(SMTP.port),
  secure: flag(false),
  username: text(),
  password: storedText().max(TEXT.line).optional(),
  fromName: text(TEXT.word).default('智鉴'),
  fromEmail: z.union([z.literal(''), address], TEXTS.emailFormat).default(''),
})
export type SmtpConfigInput = z.infer<typeof SmtpConfigSchema>

const recipients = z.array(RecipientSchema).max(LIST.short).default([])

/** The whole configuration as it is saved. */
export const EmailConfigInputSchema = z.object({
  smtpConfig: SmtpConfigSchema.prefault({}),
  recipients: z.object({ consultation: recipients, submission: recipients }).prefault({}),
  templates: z
    .object({
      consultation: createTemplateSchema('consultation'),
      submission: createTemplateSchema('submission'),
      submissionReceipt: createTemplateSchema('submissionReceipt'),
      submissionApproved: createTemplateSchema('submissionApproved'),
      submissionRejected: createTemplateSchema('submissionRejected'),
    })
    .prefault({}),
  isActive: flag(false),
})
export type EmailConfigInput = z.infer<typeof EmailConfigInputSchema>

export const TestResultSchema = z.object({ success: z.boolean(), message: z.string(), testTime: z.iso.datetime() })
export type TestResult = z.infer<typeof TestResultSchema>

/** The configuration as a browser gets it: never the password, only whether there is one. */
export const EmailConfigSchema = EmailConfigInputSchema.extend({
  _id: z.string(),
  /** Names and addresses are omitted without `contacts:read`. */
  recipients: z.object({ consultation: z.array(RecipientReplySchema), submission: z.array(RecipientReplySchema) }),
  smtpConfig: SmtpConfigSchema.omit({ password: true }).extend({ passwordSet: z.boolean() }),
  lastTestResult: TestResultSchema.nullable(),
})
export type EmailConfig = z.infer<typeof EmailConfigSchema>

/** The unsaved configuration to test; a blank password stands for the stored one. */
export const EmailTestSchema = z.object({ smtpConfig: SmtpConfigSchema, testEmail: address })
export type EmailTest = z.infer<typeof EmailTestSchema>

export const MAIL_STATUSES = ['waiting', 'sent', 'failed'] as const
export type MailStatus = (typeof MAIL_STATUSES)[number]
export const MAIL_STATUS_LABELS: Record<MailStatus, string> = {
  waiting: '等待发送',
  sent: '已发送',
  failed: '发送失败',
}

/** A mail in the outbox. `lastError` is the mail server's own words. */
export const OutboxEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(MAIL_KINDS),
  /** Hidden in part from those who may not see contacts. */
  to: z.string(),
  subject: z.string(),
  status: z.enum(MAIL_STATUSES),
  attempts: z.int(),
  lastError: z.string(),
  createdAt: z.iso.datetime(),
  nextAttemptAt: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime().nullable(),
})
export type OutboxEntry = z.infer<typeof OutboxEntrySchema>

/** The number of mails by status. */
export const OutboxCountsSchema = z.object({ waiting: z.int(), sent: z.int(), failed: z.int() })
export type OutboxCounts = z.infer<typeof OutboxCountsSchema>

export const OutboxQuerySchema = z.object({
  page: pageNumber.default(1),
  status: z
    .enum(MAIL_STATUSES, '没有这种状态')
    .optional()
    .describe('邮件的状态：`waiting`等待发送，`sent`已发送，`failed`发送失败；不带时为全部。'),
})
export type OutboxQuery = z.infer<typeof OutboxQuerySchema>
