import { SITE_NAME } from './brand.ts'
import type { PageHead } from './page.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** JSON that can stand in a script element: nothing in it ends the element or starts a comment. */
export const embeddedJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** The head's elements of a page, as the server sends them. */
export function headHtml(head: PageHead, publicUrl: string): string {
  const meta = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}">`
  const property = (name: string, content: string) => `<meta property="${name}" content="${escaped(content)}">`
  const address = publicUrl + head.canonical
  return [
    `<title>${escaped(documentTitle(head))}</title>`,
    meta('description', head.description),
    `<link rel="canonical" href="${escaped(address)}">`,
    head.noIndex ? meta('robots', 'noindex') : '',
    property('og:site_name', SITE_NAME),
    property('og:type', 'website'),
    property('og:locale', 'zh_CN'),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:url', address),
    property('og:image', `${publicUrl}/og-image.png`),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    meta('twitter:card', 'summary_large_image'),
    ...(head.jsonLd ?? []).map((object) => `<script type="application/ld+json">${embeddedJson(object)}</script>`),
  ]
    .filter(Boolean)
    .join('\n')
}

export const documentTitle = (head: PageHead): string =>
  head.title === SITE_NAME || head.title.includes(SITE_NAME) ? head.title : `${head.title} - ${SITE_NAME}`

/** Brings the open document's head up to a page that was navigated to. */
export function applyHead(head: PageHead): void {
  document.title = documentTitle(head)
  document.querySelector('meta[name="description"]')?.setAttribute('content', head.description)
  document.querySelector('link[rel="canonical"]')?.setAttribute('href', location.origin + head.canonical)
}
