/** The mails with editable templates, their variables, and what a template may hold (decisions §7). */

import { z } from 'zod'
import '../chinese-issues.ts'
import { TEXT } from '../limits.ts'
import { LEAD_LABELS, SUBMISSION_LABELS } from '../request-labels.ts'
import { extractVariables } from '../rules/template-variables.ts'
import { storedText } from '../stored-text.ts'
import { MAIL_MESSAGES as TEXTS } from './messages.ts'

/** Mails with editable templates, and the variables that each template supports. */
export const TEMPLATE_VARIABLES = {
  consultation: ['siteName', 'companyName', 'contactName', 'phone', 'email', 'requirements', 'submitTime'],
  submission: [
    'siteName',
    'productName',
    'companyName',
    'contactName',
    'phone',
    'email',
    'productDescription',
    'submitTime',
  ],
  submissionReceipt: ['siteName', 'productName', 'companyName', 'contactName', 'receipt', 'statusLink', 'submitTime'],
  submissionApproved: [
    'siteName',
    'productName',
    'companyName',
    'contactName',
    'receipt',
    'notes',
    'productLink',
    'statusLink',
  ],
  submissionRejected: ['siteName', 'productName', 'companyName', 'contactName', 'receipt', 'notes', 'statusLink'],
  reviewShown: ['siteName', 'productName', 'contactName', 'productLink', 'reviewsLink'],
  reviewRefused: ['siteName', 'productName', 'contactName', 'notes', 'reviewsLink'],
} as const
export type TemplateName = keyof typeof TEMPLATE_VARIABLES
export const TEMPLATE_NAMES = [
  'consultation',
  'submission',
  'submissionReceipt',
  'submissionApproved',
  'submissionRejected',
  'reviewShown',
  'reviewRefused',
] as const satisfies readonly TemplateName[]
/** The values of a template's variables, but for the site's name, which the settings have. */
export type TemplateValues<Name extends TemplateName> = Record<
  Exclude<(typeof TEMPLATE_VARIABLES)[Name][number], 'siteName'>,
  string
>

/** The labels of the variables. */
export const VARIABLE_LABELS: Record<(typeof TEMPLATE_VARIABLES)[TemplateName][number], string> = {
  ...LEAD_LABELS,
  siteName: '网站名称',
  submitTime: '提交时间',
  productDescription: SUBMISSION_LABELS.productDescription,
  receipt: '回执号',
  statusLink: '进度查询链接',
  notes: '审核意见',
  productLink: '产品页面链接',
  reviewsLink: '“我的评价”链接',
}

/** The labels of the templates. */
export const TEMPLATE_LABELS: Record<TemplateName, string> = {
  consultation: '选型咨询通知',
  submission: '产品提交通知',
  submissionReceipt: '提交回执（发给厂商）',
  submissionApproved: '审核通过（发给厂商）',
  submissionRejected: '审核未通过（发给厂商）',
  reviewShown: '评价已展示（发给评价人）',
  reviewRefused: '评价未通过（发给评价人）',
}

/** If subject or text is empty, the mail is not sent. */
export const TemplateSchema = z.object({
  subject: storedText().max(TEXT.line),
  htmlTemplate: storedText().max(TEXT.long),
})
export type Template = z.infer<typeof TemplateSchema>

/** Reports variables that the template doesn't support, at the field that uses them. */
function reportUnknownVariables(name: TemplateName, template: Template, context: z.RefinementCtx): void {
  const variables: readonly string[] = TEMPLATE_VARIABLES[name]
  for (const field of ['subject', 'htmlTemplate'] as const)
    for (const variable of extractVariables(template[field]))
      if (!variables.includes(variable))
        context.addIssue({ code: 'custom', path: [field], message: TEXTS.unknownVariable(variable) })
}

/** Returns the schema of a template as it is saved. */
export const createTemplateSchema = (name: TemplateName) =>
  TemplateSchema.superRefine((template, context) => reportUnknownVariables(name, template, context))

/** Returns whether a template is incomplete, so that its mail is not sent. */
export const isTemplateEmpty = ({ subject, htmlTemplate }: Template): boolean =>
  subject.trim() === '' || htmlTemplate.trim() === ''

/** A template that is tried with sample values. */
export const EmailPreviewRequestSchema = TemplateSchema.extend({
  name: z.enum(TEMPLATE_NAMES, '没有这种模板'),
}).superRefine((template, context) => reportUnknownVariables(template.name, template, context))

/** `html` is for a frame: nothing in it runs or loads, its styles stand in `data-style`. */
export const EmailPreviewSchema = z.object({ subject: z.string(), html: z.string(), text: z.string() })
export type EmailPreview = z.infer<typeof EmailPreviewSchema>
