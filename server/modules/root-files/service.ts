import { PAGES } from '#contracts/paths.ts'
import { getAlternativesPath, getProductFeedPath, getProductPath, PRODUCT_PAGES } from '#contracts/product-pages.ts'
import { UPDATE_KIND_LABELS } from '#contracts/product-updates/update-kinds.ts'
import type { PublicProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { ProductUpdateService } from '#server/modules/product-updates/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type FeedEntry, renderAtomFeed } from './feed.ts'
import { createWebManifest } from './manifest.ts'
import { createSecurityTxt } from './security-txt.ts'
import { findLatest, renderSitemap, renderSitemapIndex, type SitemapEntry, URLS_PER_SITEMAP } from './sitemap.ts'

export type RootFileService = ReturnType<typeof createRootFileService>

const MAX_FEED_ENTRIES = 30
/** Before and after every time. */
const ALL_TIMES = { since: '', until: '9999' }
/** Paths that are private or not meant for crawlers. */
const DISALLOWED_PATHS = ['/api', '/admin', '/search', '/evaluation/reports', '/submit/status']

/** Creates the service for the sitemap, robots.txt, security.txt, the Atom feeds and the web manifest. */
export function createRootFileService(dependencies: {
  products: ProductService
  updates: ProductUpdateService
  settings: SettingsService
  publicUrl: string
  clock: Clock
  /** The maximum number of URLs per sitemap, which is lower in tests. */
  urlsPerSitemap?: number
}) {
  const { products, updates, settings, publicUrl, clock, urlsPerSitemap = URLS_PER_SITEMAP } = dependencies

  /** Lists the pages of products, and those of their alternatives if their categories have other products. */
  async function listProductEntries(catalogue: Catalogue) {
    const listed = await products.listNames(catalogue)
    const byCategory = Map.groupBy(listed, ({ category }) => category)
    const hasAlternatives = ({ category }: { category: string }) =>
      category !== '' && (byCategory.get(category)?.length ?? 0) > 1
    return {
      products: listed.map((product) => ({
        url: publicUrl + getProductPath(catalogue, product),
        updatedAt: product.updatedAt,
      })),
      alternatives: listed
        .filter(hasAlternatives)
        .map((product): SitemapEntry => ({ url: publicUrl + getAlternativesPath(catalogue, product) })),
    }
  }

  /** Lists every public page and product. */
  async function listEntries(): Promise<SitemapEntry[]> {
    const [agents, applications] = await Promise.all([listProductEntries('agent'), listProductEntries('ai')])
    const pages: { path: string; updatedAt?: string | undefined }[] = [
      { path: PAGES.home },
      { path: PAGES.community },
      { path: PAGES.selection },
      { path: PAGES.products, updatedAt: findLatest(agents.products.map(({ updatedAt }) => updatedAt)) },
      { path: PAGES.ai, updatedAt: findLatest(applications.products.map(({ updatedAt }) => updatedAt)) },
      { path: PAGES.evaluation },
      { path: PAGES.marketMaps },
      { path: PAGES.questionBanks },
      { path: PAGES.ratingRules },
      { path: PAGES.submit },
      { path: PAGES.privacy },
      { path: PAGES.terms },
    ]
    return [
      ...pages.map(({ path, updatedAt }) => ({ url: publicUrl + path, updatedAt })),
      ...[agents, applications].flatMap((entries) => [...entries.products, ...entries.alternatives]),
    ]
  }

  /** Splits the entries into sitemaps that don't exceed the maximum number of URLs. */
  async function listSitemaps(): Promise<SitemapEntry[][]> {
    const entries = await listEntries()
    const count = Math.ceil(entries.length / urlsPerSitemap)
    return Array.from({ length: count }, (_, index) =>
      entries.slice(index * urlsPerSitemap, (index + 1) * urlsPerSitemap),
    )
  }

  async function listFeedEntries(catalogue: Catalogue): Promise<FeedEntry[]> {
    return (await products.listNewest(catalogue, MAX_FEED_ENTRIES)).map(({ product, createdAt }) => ({
      id: publicUrl + PRODUCT_PAGES[catalogue](product.id),
      title: product.name,
      url: publicUrl + getProductPath(catalogue, product),
      summary: summarize(product),
      category: product.category,
      publishedAt: createdAt,
      updatedAt: product.lastUpdated,
    }))
  }

  return {
    /** Returns the sitemap with every public URL, or the index of sitemaps if one file isn't enough. */
    async getSitemap(): Promise<string> {
      const sitemaps = await listSitemaps()
      if (sitemaps.length <= 1) return renderSitemap(sitemaps[0] ?? [])
      return renderSitemapIndex(
        sitemaps.map((entries, index) => ({
          url: `${publicUrl}/sitemaps/${index + 1}.xml`,
          updatedAt: findLatest(entries.map(({ updatedAt }) => updatedAt)),
        })),
      )
    },

    /** Returns one of several sitemaps by its file name. Throws `notFound` if it doesn't exist. */
    async getSitemapPart(file: string): Promise<string> {
      const [, number] = /^([1-9]\d{0,3})\.xml$/.exec(file) ?? []
      const entries = number === undefined ? undefined : (await listSitemaps())[Number(number) - 1]
      if (!entries) throw notFound()
      return renderSitemap(entries)
    },

    /** Returns robots.txt. */
    getRobotsTxt: (): string =>
      `User-agent: *\n${DISALLOWED_PATHS.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${publicUrl}/sitemap.xml\n`,

    /** Returns security.txt. Throws `notFound` if there is no contact. */
    async getSecurityTxt(): Promise<string> {
      const { contactEmail } = await settings.getGeneral()
      const text = createSecurityTxt({ contactEmail, publicUrl, now: clock.now() })
      if (text === undefined) throw notFound()
      return text
    },

    /** Returns the web manifest. */
    async getWebManifest(): Promise<string> {
      const { siteName, siteDescription } = await settings.getSite()
      return createWebManifest({ name: siteName, description: siteDescription })
    },

    /** Returns an Atom feed of the newest products of both catalogues. */
    async getFeed(): Promise<string> {
      const { siteName, siteDescription } = await settings.getSite()
      const entries = (await Promise.all([listFeedEntries('agent'), listFeedEntries('ai')])).flat()
      entries.sort((a, b) => compare(b.publishedAt, a.publishedAt) || compare(a.id, b.id))
      return renderAtomFeed(
        {
          id: `${publicUrl}/feed.xml`,
          title: `${siteName}：新收录的产品`,
          subtitle: siteDescription,
          author: siteName,
          url: `${publicUrl}${PAGES.products}`,
          icon: `${publicUrl}/favicon.ico`,
          language: 'zh-CN',
        },
        entries.slice(0, MAX_FEED_ENTRIES),
      )
    },

    /**
     * Returns an Atom feed of what changed in a product: its facts, price and verdicts. Throws `invalid`, `notFound` like
     * the product's page.
     */
    async getProductFeed(catalogue: Catalogue, idOrName: string): Promise<string> {
      const product = await products.get(catalogue, idOrName)
      const { siteName } = await settings.getSite()
      const url = publicUrl + getProductPath(catalogue, product)
      const permanentUrl = publicUrl + PRODUCT_PAGES[catalogue](product.id)
      const list = (await updates.listBetween({ ids: [product.id], ...ALL_TIMES })).get(product.id) ?? []
      return renderAtomFeed(
        {
          id: publicUrl + getProductFeedPath(catalogue, product.id),
          title: `${product.name}的变化`,
          subtitle: product.slogan,
          author: siteName,
          url,
          icon: `${publicUrl}/favicon.ico`,
          language: 'zh-CN',
        },
        list.slice(0, MAX_FEED_ENTRIES).map(({ id, kind, at, text }) => ({
          id: `${permanentUrl}#${id}`,
          title: `${product.name}：${UPDATE_KIND_LABELS[kind]}`,
          url,
          summary: text,
          category: UPDATE_KIND_LABELS[kind],
          publishedAt: at,
          updatedAt: at,
        })),
      )
    },
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const summarize = ({ slogan, description }: PublicProduct): string =>
  [slogan, description]
    .filter((text) => text !== '')
    .join('。')
    .replaceAll('。。', '。') || '暂无介绍'
