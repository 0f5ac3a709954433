import { fillPath, SITE_PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import type { Brand } from './brand.ts'
import type { OgImage } from './og-image.ts'
import type { HeadContext, PageHead, SitePage } from './page.ts'

/** Serializes JSON for a script element, so that it can't close the element or start a comment. */
export const embedJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** A page's head with its defaults filled in. */
type ResolvedHead = PageHead & { title: string; canonical: string }

/** Returns a page's head, with the title and the canonical path of its declaration as defaults. */
export function getHead(page: SitePage, context: HeadContext): ResolvedHead {
  const { name, params } = context.match
  const { path, title } = SITE_PAGES[name]
  const head = page.head(context)
  return { ...head, title: head.title || title, canonical: head.canonical ?? fillPath(path, { ...params }) }
}

type HeadInput = { publicUrl: string; brand: Brand; image: OgImage | undefined }

const renderMeta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`
const renderProperty = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`

/** Returns the elements of a page's head as HTML. */
export function renderHead(head: ResolvedHead, { publicUrl, brand, image: siteImage }: HeadInput): string {
  const canonicalUrl = publicUrl + head.canonical
  const elements = [
    `<title>${escapeHtml(getDocumentTitle(head, brand.name))}</title>`,
    renderMeta('description', head.description),
    `<link rel="canonical" href="${escapeHtml(canonicalUrl)}">`,
    `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(brand.name)}：新收录的产品" href="/feed.xml">`,
  ]
  if (head.feed)
    elements.push(
      `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(head.feed.title)}" href="${escapeHtml(head.feed.path)}">`,
    )
  if (head.noIndex) elements.push(renderMeta('robots', 'noindex'))
  elements.push(
    renderProperty('og:site_name', brand.name),
    renderProperty('og:type', 'website'),
    renderProperty('og:locale', 'zh_CN'),
    renderProperty('og:title', head.title),
    renderProperty('og:description', head.description),
    renderProperty('og:url', canonicalUrl),
  )
  const image = head.image ?? siteImage
  if (image) elements.push(...renderImage(image, publicUrl))
  const isWideImage = image !== undefined && image.width > image.height
  elements.push(renderMeta('twitter:card', isWideImage ? 'summary_large_image' : 'summary'))
  for (const object of head.jsonLd ?? [])
    elements.push(`<script type="application/ld+json">${embedJson(object)}</script>`)
  return elements.join('\n')
}

const renderImage = ({ path, width, height }: OgImage, publicUrl: string): string[] => [
  renderProperty('og:image', publicUrl + path),
  renderProperty('og:image:width', String(width)),
  renderProperty('og:image:height', String(height)),
]

/** Returns a page's title, followed by the site's name unless the title includes it. */
const getDocumentTitle = ({ title }: { title: string }, siteName: string): string =>
  title.includes(siteName) ? title : `${title} - ${siteName}`

/** Updates the document's head after a navigation. */
export function applyHead(head: ResolvedHead, { name }: Brand): void {
  document.title = getDocumentTitle(head, name)
  document.querySelector('meta[name="description"]')?.setAttribute('content', head.description)
  document.querySelector('link[rel="canonical"]')?.setAttribute('href', location.origin + head.canonical)
}
