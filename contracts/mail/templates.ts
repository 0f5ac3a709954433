/** The schemas of mail templates and of their preview. */

import { z } from 'zod'
import '../chinese-issues.ts'
import { TEXT } from '../limits.ts'
import { extractVariables, hasUnclosedVariable } from '../rules/template-variables.ts'
import { storedText } from '../stored-text.ts'
import { MAIL_MESSAGES as MESSAGES } from './messages.ts'
import { TEMPLATES, type TemplateName } from './template-table.ts'

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as [TemplateName, ...TemplateName[]]

/** Returns an object with a value for each template. */
export const mapTemplates = <T>(getValue: (name: TemplateName) => T) =>
  Object.fromEntries(TEMPLATE_NAMES.map((name) => [name, getValue(name)])) as Record<TemplateName, T>

export const TEMPLATE_LABELS = mapTemplates((name) => TEMPLATES[name].label)

/** The values of a template's variables, except the site's name, which the settings define. */
export type TemplateValues<Name extends TemplateName> = Record<
  Exclude<(typeof TEMPLATES)[Name]['variables'][number], 'siteName'>,
  string
>

/** If the subject or the text is empty, the mail isn't sent. */
const TemplateSchema = z.object({
  subject: storedText().max(TEXT.line),
  htmlTemplate: storedText().max(TEXT.long),
})
export type Template = z.infer<typeof TemplateSchema>

/** The templates before an administrator changes them. */
export const DEFAULT_TEMPLATES = mapTemplates((name): Template => {
  const { subject, htmlTemplate } = TEMPLATES[name]
  return { subject, htmlTemplate }
})

/** Reports unsupported and incomplete variables, at the field that uses them. */
function reportInvalidVariables(name: TemplateName, template: Template, context: z.RefinementCtx): void {
  const variables: readonly string[] = TEMPLATES[name].variables
  for (const field of ['subject', 'htmlTemplate'] as const) {
    for (const variable of extractVariables(template[field]))
      if (!variables.includes(variable))
        context.addIssue({ code: 'custom', path: [field], message: MESSAGES.unknownVariable(variable) })
    if (hasUnclosedVariable(template[field]))
      context.addIssue({ code: 'custom', path: [field], message: MESSAGES.unclosedVariable })
  }
}

/** Returns the schema for saving a template. */
export const createTemplateSchema = (name: TemplateName) =>
  TemplateSchema.superRefine((template, context) => reportInvalidVariables(name, template, context))

/** Returns whether a template is incomplete, so that its mail is not sent. */
export const isTemplateEmpty = ({ subject, htmlTemplate }: Template): boolean =>
  subject.trim() === '' || htmlTemplate.trim() === ''

/** A template to preview with sample values. */
export const EmailPreviewRequestSchema = TemplateSchema.extend({
  name: z.enum(TEMPLATE_NAMES, '没有这种模板'),
}).superRefine((template, context) => reportInvalidVariables(template.name, template, context))

/** `html` is for a sandboxed frame: nothing in it runs or loads, and its styles are in `data-style`. */
export const EmailPreviewSchema = z.object({ subject: z.string(), html: z.string(), text: z.string() })
export type EmailPreview = z.infer<typeof EmailPreviewSchema>
