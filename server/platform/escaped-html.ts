/** The signs that mean something in HTML, and how each is written where it means itself. */
export const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as it may stand in HTML, between tags and in quoted attributes alike. */
export const escapedHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => HTML_ENTITIES[sign] ?? sign)
