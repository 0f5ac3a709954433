import { renderDocument, renderElement } from '#server/platform/xml.ts'

/**
 * The protocol (sitemaps.org) allows 50,000 URLs and 50 MB per file. With product names of the maximum length, this
 * number stays below both limits.
 */
export const URLS_PER_SITEMAP = 20_000

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** A URL in a sitemap, and when its content was last changed, if known. */
export type SitemapEntry = { url: string; updatedAt?: string | undefined }

const renderEntry = (element: string, { url, updatedAt }: SitemapEntry) =>
  `<${element}>${renderElement('loc', url)}${updatedAt ? renderElement('lastmod', updatedAt) : ''}</${element}>`

export const renderSitemap = (entries: readonly SitemapEntry[]): string =>
  renderDocument(`<urlset ${NAMESPACE}>\n${entries.map((entry) => renderEntry('url', entry)).join('\n')}\n</urlset>`)

/** Renders a sitemap index, which lists the URLs of several sitemaps. */
export const renderSitemapIndex = (sitemaps: readonly SitemapEntry[]): string =>
  renderDocument(
    `<sitemapindex ${NAMESPACE}>\n${sitemaps.map((entry) => renderEntry('sitemap', entry)).join('\n')}\n</sitemapindex>`,
  )

/** Returns the latest of ISO times in UTC; `undefined` if there is none. */
export function findLatest(times: readonly (string | undefined)[]): string | undefined {
  let latest: string | undefined
  for (const time of times) if (time !== undefined && (latest === undefined || time > latest)) latest = time
  return latest
}
