import sanitizeHtml from 'sanitize-html'
import { TEMPLATE_VARIABLES, type Template, type TemplateName, type TemplateValues } from '#contracts/mail/mail.ts'
import { escapeHtml, HTML_ENTITIES } from '#contracts/rules/escape-html.ts'
import { fillVariables } from '#contracts/rules/template-variables.ts'

/** The content of a mail. */
export type MailContent = { subject: string; html: string; text: string }

/** As it stands in HTML: nothing of it is markup, and lines stay lines. */
const escapeLines = (value: string) => escapeHtml(value).replaceAll(/\r\n?|\n/g, '<br>')

/** In one line: a line break in a header would begin the next header (decisions §7). */
export const toSingleLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Renders a template with values. Returns `undefined` if the template is empty and no mail is to be sent. */
export function fillTemplate<Name extends TemplateName>(
  name: Name,
  { subject, htmlTemplate }: Template,
  values: TemplateValues<Name>,
): MailContent | undefined {
  if (subject.trim() === '' || htmlTemplate.trim() === '') return undefined
  const valueByName = new Map(Object.entries(values))
  const variables: readonly string[] = TEMPLATE_VARIABLES[name]
  const render = (variable: string) => (variables.includes(variable) ? String(valueByName.get(variable) ?? '') : '')
  const html = fillVariables(htmlTemplate, (variable) => escapeLines(render(variable)))
  return { subject: toSingleLine(fillVariables(subject, render)), html, text: htmlToText(html) }
}

const LINE_ENDS = /<(?:br\s*\/?|\/(?:p|div|h[1-6]|li|tr|table|ul|ol|blockquote))\s*>/gi
const LINK = /<a\s[^>]*?href="(https?:[^"]*)"[^>]*>(.*?)<\/a>/gis

/** Converts HTML to plain text; the address of a link follows its text. */
export function htmlToText(html: string): string {
  const withLines = html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(LINK, (_, address: string, words: string) => (words === address ? words : `${words} ${address} `))
    .replaceAll(LINE_ENDS, '\n')
  const words = sanitizeHtml(withLines, { allowedTags: [], allowedAttributes: {} })
  const plain = Object.entries(HTML_ENTITIES).reduceRight(
    (text, [sign, markup]) => text.replaceAll(markup, sign),
    words,
  )
  return plain
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
