/** Fills the placeholders of request templates. */
import { escapeHtml } from '../rules/escape-html.ts'
import { tryParseJson } from '../rules/try-parse-json.ts'

/** The values of placeholders: texts, or lists, such as the history. */
export type TemplateValues = Readonly<Record<string, unknown>>

const PLACEHOLDER = /\{\{\s*([a-zA-Z]+)\s*\}\}/g
/** A JSON string, or a placeholder outside of one. */
const JSON_PART = /"(?:\\.|[^"\\])*"|\{\{\s*[a-zA-Z]+\s*\}\}/g
const WHOLE_STRING = /^"\{\{\s*([a-zA-Z]+)\s*\}\}"$/

/** Returns the names of a template's placeholders. */
export const listPlaceholders = (template: string): string[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/**
 * Fills a JSON template. A placeholder stands for a JSON value, also if somebody put quotes around it; inside a longer
 * string, it stands for escaped text. Returns `undefined` if the result isn't JSON.
 */
export function fillJsonTemplate(template: string, values: TemplateValues): string | undefined {
  const filled = template.replaceAll(JSON_PART, (part) => {
    const [, name] = WHOLE_STRING.exec(part) ?? []
    if (name !== undefined) return JSON.stringify(values[name] ?? null)
    const isString = part.startsWith('"')
    return part.replaceAll(PLACEHOLDER, (_placeholder, inner: string) =>
      isString ? JSON.stringify(toText(values[inner])).slice(1, -1) : JSON.stringify(values[inner] ?? null),
    )
  })
  return tryParseJson(filled) === undefined ? undefined : filled
}

/** Fills a template of another format, in which a placeholder stands for text that is escaped for that format. */
export function fillTextTemplate(template: string, values: TemplateValues, type: string): string {
  const escapeText = getEscape(type)
  return template.replaceAll(PLACEHOLDER, (_placeholder, name: string) => escapeText(toText(values[name])))
}

/** The media type by which paths and their queries are escaped. */
export const URL_TYPE = 'application/x-www-form-urlencoded'

function getEscape(type: string): (text: string) => string {
  if (type === URL_TYPE) return encodeURIComponent
  return /[/+](?:xml|html)$/.test(type) ? escapeHtml : (text) => text
}
