/** The signs that mean something in HTML, and how each is written if it means itself. */
export const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Returns a text as it may stand in HTML and XML, between tags and in quoted attributes alike. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => HTML_ENTITIES[sign] ?? sign)
