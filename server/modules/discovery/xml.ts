import { escapeHtml } from '#contracts/rules/escape-html.ts'

/** Characters that no XML 1.0 document may hold, in whatever form (XML §2.2). */
const UNSPEAKABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const escapeXml = (text: string): string => escapeHtml(text.toWellFormed().replaceAll(UNSPEAKABLE, ''))

/** Returns an element of escaped text and attributes. */
export function xmlElement(name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string {
  const attributeTexts = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`)
  return text === ''
    ? `<${name}${attributeTexts.join('')}/>`
    : `<${name}${attributeTexts.join('')}>${escapeXml(text)}</${name}>`
}

export const xmlDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
