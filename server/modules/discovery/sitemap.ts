import { xmlDocument, xmlElement } from './xml.ts'

/**
 * The protocol (sitemaps.org) allows 50,000 URLs and 50 MB per file. With the longest allowed product names, this many
 * stay below the second limit, too.
 */
export const ADDRESSES_PER_MAP = 20_000

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** A URL of the site, and when its content was last changed, if known. */
export type MappedAddress = { address: string; changedAt?: string | undefined }

const formatEntry = (name: string, { address, changedAt }: MappedAddress) =>
  `<${name}>${xmlElement('loc', address)}${changedAt ? xmlElement('lastmod', changedAt) : ''}</${name}>`

export const sitemap = (addresses: readonly MappedAddress[]): string =>
  xmlDocument(`<urlset ${NAMESPACE}>\n${addresses.map((entry) => formatEntry('url', entry)).join('\n')}\n</urlset>`)

export const sitemapIndex = (splitMaps: readonly MappedAddress[]): string =>
  xmlDocument(
    `<sitemapindex ${NAMESPACE}>\n${splitMaps.map((entry) => formatEntry('sitemap', entry)).join('\n')}\n</sitemapindex>`,
  )

/** Returns the latest of ISO times in UTC; `undefined` if there is none. */
export const findLatest = (times: readonly (string | undefined)[]): string | undefined =>
  times.reduce((last, time) => (time !== undefined && (last === undefined || time > last) ? time : last), undefined)
