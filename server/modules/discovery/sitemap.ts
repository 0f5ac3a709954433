import { xmlDocument, xmlElement } from './xml.ts'

/**
 * The protocol (sitemaps.org) takes 50,000 addresses and 50 MB a file. With the longest names that a product may have,
 * this many stay below the second limit too.
 */
export const ADDRESSES_PER_MAP = 20_000

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** An address of the site, and when what it shows was last changed, if that is known. */
export type MappedAddress = { address: string; changedAt?: string | undefined }

const formatEntry = (name: string, { address, changedAt }: MappedAddress) =>
  `<${name}>${xmlElement('loc', address)}${changedAt ? xmlElement('lastmod', changedAt) : ''}</${name}>`

export const sitemap = (addresses: readonly MappedAddress[]): string =>
  xmlDocument(`<urlset ${NAMESPACE}>\n${addresses.map((entry) => formatEntry('url', entry)).join('\n')}\n</urlset>`)

export const sitemapIndex = (splitMaps: readonly MappedAddress[]): string =>
  xmlDocument(
    `<sitemapindex ${NAMESPACE}>\n${splitMaps.map((entry) => formatEntry('sitemap', entry)).join('\n')}\n</sitemapindex>`,
  )

/** Returns the latest of ISO times in UTC; `undefined` of none. */
export const findLatest = (times: readonly (string | undefined)[]): string | undefined =>
  times.reduce((last, time) => (time !== undefined && (last === undefined || time > last) ? time : last), undefined)
