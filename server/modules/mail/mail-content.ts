import { TEMPLATES, type TemplateName } from '#contracts/mail/template-table.ts'
import { isTemplateEmpty, type Template, type TemplateValues } from '#contracts/mail/templates.ts'
import { escapeHtml, HTML_ENTITIES } from '#contracts/rules/escape-html.ts'
import { toSingleLine } from '#contracts/rules/single-line.ts'
import { fillVariables } from '#contracts/rules/template-variables.ts'
import type { MailCalendar } from '#server/platform/mail/smtp.ts'
import { sanitizeHtml } from '#server/platform/sanitize-html.ts'

/** The content of a mail. `replyTo` is the address that gets the answers, if not the sender's. */
export type MailContent = {
  subject: string
  html: string
  text: string
  replyTo?: string | undefined
  /** The entry by which the recipient's calendar follows what the mail says. */
  calendar?: MailCalendar | undefined
  /** Ends this kind of mail to its recipient; absent for needed ones. */
  unsubscribeUrl?: string | undefined
}

/** A link that a mail contains whatever its template says. */
export type MailLink = { url: string; label: string }

/** Appends a paragraph with a link to a mail, before the end of its body if there is one. */
export function appendLink(html: string, { url, label, text = '' }: MailLink & { text?: string }): string {
  const paragraph = `<p>${escapeHtml(text)}<a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`
  const end = html.search(/<\/body\s*>/i)
  return end === -1 ? html + paragraph : html.slice(0, end) + paragraph + html.slice(end)
}

/** Escapes a value for HTML, preserving its line breaks. */
const escapeLines = (value: string) => escapeHtml(value).replaceAll(/\r\n?|\n/g, '<br>')

/** Renders a template with values. Returns `undefined` for an empty template, for which no mail is sent. */
export function renderTemplate<Name extends TemplateName>(
  name: Name,
  template: Template,
  { values, siteName, link }: { values: TemplateValues<Name>; siteName: string; link?: MailLink | undefined },
): MailContent | undefined {
  if (isTemplateEmpty(template)) return undefined
  const { subject, htmlTemplate } = template
  const valueByName = new Map<string, unknown>([...Object.entries(values), ['siteName', siteName]])
  const variables: readonly string[] = TEMPLATES[name].variables
  const getValue = (variable: string) => (variables.includes(variable) ? String(valueByName.get(variable) ?? '') : '')
  const filled = fillVariables(htmlTemplate, (variable) => escapeLines(getValue(variable)))
  const html = link ? appendLink(filled, link) : filled
  return { subject: toSingleLine(fillVariables(subject, getValue)), html, text: htmlToText(html) }
}

const BLOCK_ENDS = /<(?:br\s*\/?|\/(?:p|div|h[1-6]|li|tr|table|ul|ol|blockquote))\s*>/gi
const LINK = /<a\s[^>]*?href="(https?:[^"]*)"[^>]*>(.*?)<\/a>/gis

/** The beginning of a table's row, or the border between two cells. */
const ROW_START_OR_BORDER = /<tr\b|([：:]?)<\/t[dh]>\s*<t[dh]\b[^>]*>/gi

/** Separates the cells of a row: a colon follows the first, which is its label, and commas the others. */
function separateCells(html: string): string {
  let borders = 0
  return html.replaceAll(ROW_START_OR_BORDER, (match, colon: string | undefined) => {
    if (colon === undefined) {
      borders = 0
      return match
    }
    borders += 1
    return borders === 1 ? '：' : `${colon}，`
  })
}

/** Converts HTML to plain text; the URL of a link follows its text. */
export function htmlToText(html: string): string {
  const withLines = separateCells(html.replaceAll(/\s+/g, ' '))
    .replaceAll(LINK, (_, address: string, label: string) => (label === address ? label : `${label} ${address} `))
    .replaceAll(BLOCK_ENDS, '\n')
  const escaped = sanitizeHtml(withLines, { allowedTags: [], allowedAttributes: {} })
  return unescapeHtml(escaped)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Replaces entities in the reverse order of `escapeHtml`, so that an escaped ampersand is replaced last. */
function unescapeHtml(html: string): string {
  let text = html
  for (const [character, entity] of Object.entries(HTML_ENTITIES).toReversed())
    text = text.replaceAll(entity, character)
  return text
}
