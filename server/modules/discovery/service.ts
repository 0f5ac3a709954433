import { PAGES } from '#contracts/paths.ts'
import type { PublicProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import { atomFeed, type FeedEntry } from './feed.ts'
import { webManifest } from './manifest.ts'
import { securityTxt } from './security-txt.ts'
import { ADDRESSES_PER_MAP, findLatest, type MappedAddress, sitemap, sitemapIndex } from './sitemap.ts'

export type DiscoveryService = ReturnType<typeof createDiscoveryService>

const MAX_FEED_ENTRIES = 30
/** Paths that are private or not meant for crawlers. */
const DISALLOWED_PATHS = ['/api', '/admin', '/search', '/evaluation/reports', '/submit/status']

const PATHS_BY_CATALOGUE = { agent: PAGES.product, ai: PAGES.aiProduct } as const satisfies Record<Catalogue, unknown>

/** Creates the service for the sitemap, robots.txt, security.txt, the Atom feed and the web manifest. */
export function createDiscoveryService(dependencies: {
  products: ProductService
  settings: SettingsService
  publicUrl: string
  clock: Clock
  /** Lower in tests. */
  addressesPerMap?: number
}) {
  const { products, settings, publicUrl, clock, addressesPerMap = ADDRESSES_PER_MAP } = dependencies

  async function listProductAddresses(catalogue: Catalogue): Promise<MappedAddress[]> {
    return (await products.listNames(catalogue)).map(({ name, updatedAt }) => ({
      address: publicUrl + PATHS_BY_CATALOGUE[catalogue](name.toWellFormed()),
      changedAt: updatedAt,
    }))
  }

  async function listAddresses(): Promise<MappedAddress[]> {
    const [agents, applications] = await Promise.all([listProductAddresses('agent'), listProductAddresses('ai')])
    const latestChange = (products: MappedAddress[]) => findLatest(products.map(({ changedAt }) => changedAt))
    const pages: MappedAddress[] = [
      { address: PAGES.home },
      { address: PAGES.community },
      { address: PAGES.selection },
      { address: PAGES.products, changedAt: latestChange(agents) },
      { address: PAGES.ai, changedAt: latestChange(applications) },
      { address: PAGES.evaluation },
      { address: PAGES.marketMaps },
      { address: PAGES.ratingRules },
      { address: PAGES.submit },
      { address: PAGES.privacy },
      { address: PAGES.terms },
    ]
    return [
      ...pages.map(({ address, changedAt }) => ({ address: publicUrl + address, changedAt })),
      ...agents,
      ...applications,
    ]
  }

  async function splitMaps(): Promise<MappedAddress[][]> {
    const all = await listAddresses()
    const count = Math.ceil(all.length / addressesPerMap)
    return Array.from({ length: count }, (_, index) =>
      all.slice(index * addressesPerMap, (index + 1) * addressesPerMap),
    )
  }

  async function listNewestEntries(catalogue: Catalogue): Promise<FeedEntry[]> {
    return (await products.listNewest(catalogue, MAX_FEED_ENTRIES)).map(({ product, createdAt }) => ({
      id: publicUrl + PATHS_BY_CATALOGUE[catalogue](product.id),
      title: product.name,
      address: publicUrl + PATHS_BY_CATALOGUE[catalogue](product.name.toWellFormed()),
      summary: summarize(product),
      category: product.category,
      createdAt,
      changedAt: product.lastUpdated,
    }))
  }

  return {
    /** Returns the sitemap with every public URL, or the index of sitemaps if one file isn't enough. */
    async sitemap(): Promise<string> {
      const [first = [], ...rest] = await splitMaps()
      if (rest.length === 0) return sitemap(first)
      return sitemapIndex(
        [first, ...rest].map((map, index) => ({
          address: `${publicUrl}/sitemaps/${index + 1}.xml`,
          changedAt: findLatest(map.map(({ changedAt }) => changedAt)),
        })),
      )
    },

    /** Returns one of several sitemaps by its file name. Throws `notFound` if it doesn't exist. */
    async sitemapPart(file: string): Promise<string> {
      const [, number] = /^([1-9]\d{0,3})\.xml$/.exec(file) ?? []
      const map = number === undefined ? undefined : (await splitMaps())[Number(number) - 1]
      if (!map) throw notFound()
      return sitemap(map)
    },

    /** Returns robots.txt. */
    robots: (): string =>
      `User-agent: *\n${DISALLOWED_PATHS.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${publicUrl}/sitemap.xml\n`,

    /** Returns security.txt. Throws `notFound` if there is no contact. */
    async security(): Promise<string> {
      const { contactEmail } = await settings.getGeneral()
      const text = securityTxt({ contactEmail, publicUrl, now: clock.now() })
      if (text === undefined) throw notFound()
      return text
    },

    /** Returns the web manifest. */
    async manifest(): Promise<string> {
      const { siteName, siteDescription } = await settings.getSite()
      return webManifest({ name: siteName, description: siteDescription })
    },

    /** Returns an Atom feed of the newest products of both catalogues. */
    async feed(): Promise<string> {
      const { siteName, siteDescription } = await settings.getSite()
      const entries = (await Promise.all([listNewestEntries('agent'), listNewestEntries('ai')])).flat()
      entries.sort((a, b) => (a.createdAt === b.createdAt ? compare(a.id, b.id) : compare(b.createdAt, a.createdAt)))
      return atomFeed(
        {
          id: `${publicUrl}/feed.xml`,
          title: `${siteName}：新收录的产品`,
          subtitle: siteDescription,
          author: siteName,
          address: `${publicUrl}${PAGES.products}`,
          icon: `${publicUrl}/favicon.ico`,
          language: 'zh-CN',
        },
        entries.slice(0, MAX_FEED_ENTRIES),
      )
    },
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const summarize = ({ slogan, description }: PublicProduct): string =>
  [slogan, description].filter(Boolean).join('。').replaceAll('。。', '。') || '暂无介绍'
