import { escapeHtml } from '#contracts/rules/escape-html.ts'

/** Characters that an XML 1.0 document can't contain, even escaped (XML §2.2). */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const escapeXml = (text: string): string => escapeHtml(text.toWellFormed().replaceAll(FORBIDDEN, ''))

/** Returns an XML element with its text and attributes escaped. */
export function renderElement(name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string {
  const attributeTexts = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`)
  return text === ''
    ? `<${name}${attributeTexts.join('')}/>`
    : `<${name}${attributeTexts.join('')}>${escapeXml(text)}</${name}>`
}

export const renderDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
