import { SEARCH } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import type { SearchPage } from '#contracts/public-api.ts'
import { locateMatch } from '#contracts/rules/find-in-text.ts'
import { matchesQuery, normalizeText } from '#contracts/rules/search-text.ts'
import { SEARCH_KINDS, type SearchKind } from '#contracts/search/kinds.ts'
import type { SearchHit, SearchQuery } from '#contracts/search/search.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { type ContentService, contentTopic } from '#server/modules/content/service.ts'
import { ATTRIBUTES_TOPIC, factsTopic } from '#server/modules/facts/service.ts'
import { catalogueTopic, type ProductService, ratingsTopic } from '#server/modules/products/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { listEntries, type SearchedEntry } from './content-entries.ts'
import { listNearest } from './nearest.ts'

const DOCUMENT_NAMES = (['home', 'community', 'selection', 'evaluation', 'submit'] as const).map(contentTopic)
/** The change feed's topics of all searched sources. */
export const SEARCH_SOURCES: readonly string[] = [
  ...CATALOGUES.flatMap((catalogue) => [catalogueTopic(catalogue), ratingsTopic(catalogue), factsTopic(catalogue)]),
  ATTRIBUTES_TOPIC,
  ...DOCUMENT_NAMES,
]

export type SiteSearchService = ReturnType<typeof createSiteSearchService>

type Dependencies = {
  database: Pick<Database, 'changes'>
  products: Pick<ProductService, 'search' | 'listFound'>
  content: Pick<ContentService, 'read'>
}

/** A hit, before its page's details are loaded. */
type Hit = { kind: Catalogue; number: number } | { kind: 'event' | 'content'; entry: SearchedEntry }
/** Hits by kind and by where they matched: the title, or anything else. */
type Hits = Record<SearchKind, { named: Hit[]; others: Hit[] }>

const productPage = { agent: PAGES.product, ai: PAGES.aiProduct } as const

/** Creates the search over both catalogues, events and content. */
export function createSiteSearchService({ database, products, content }: Dependencies) {
  let latest: Promise<SearchedEntry[]> | undefined
  database.changes.subscribe((names) => {
    if (DOCUMENT_NAMES.some((name) => names.includes(name))) latest = undefined
  })

  async function readEntries(): Promise<SearchedEntry[]> {
    const [home, community, selection, evaluation, submit] = await Promise.all([
      content.read('home'),
      content.read('community'),
      content.read('selection'),
      content.read('evaluation'),
      content.read('submit'),
    ])
    return listEntries({
      home: home.document,
      community: community.document,
      selection: selection.document,
      evaluation: evaluation.document,
      submit: submit.document,
    })
  }

  /** Returns the documents' entries, cached until a document is saved. A failed read is not cached. */
  function getEntries(): Promise<SearchedEntry[]> {
    latest ??= readEntries().catch((error: unknown) => {
      latest = undefined
      throw error
    })
    return latest
  }

  async function find(search: string): Promise<Hits> {
    const entries = matchEntries(await getEntries(), normalizeText(search))
    const ofCatalogue = async (kind: Catalogue) => {
      const { named, others } = await products.search(kind, search)
      const toHit = (number: number): Hit => ({ kind, number })
      return { named: named.map(toHit), others: others.map(toHit) }
    }
    return {
      agent: await ofCatalogue('agent'),
      ai: await ofCatalogue('ai'),
      event: entries.event,
      content: entries.content,
    }
  }

  /** Returns the nearest alternative to a search without results, and its hits. */
  async function findNearest(search: string): Promise<{ nearest: string; hits: Hits } | undefined> {
    for (const nearest of listNearest(search)) {
      const hits = await find(nearest)
      if (countAll(hits) > 0) return { nearest, hits }
    }
    return undefined
  }

  async function readHits(hits: readonly Hit[], search: string): Promise<SearchHit[]> {
    const numbers = hits.flatMap((hit) => ('number' in hit ? [hit.number] : []))
    const byNumber = new Map((await products.listFound(numbers, search)).map((product) => [product.number, product]))
    return hits.flatMap((hit): SearchHit[] => {
      if ('entry' in hit) return [toEntryHit(hit.entry, search)]
      const product = byNumber.get(hit.number)
      if (!product) return []
      const { id, name, slogan } = product
      // "." and ".." as path segments would be resolved by the client.
      const url = productPage[hit.kind](name === '.' || name === '..' ? id : name)
      return [{ kind: hit.kind, title: name, url, excerpt: slogan, found: product.found }]
    })
  }

  return {
    /**
     * Searches everything, title matches first. Without results it lists those of the nearest alternative, which it
     * names. An empty search has no results.
     */
    async search({ q, kind, page }: SearchQuery): Promise<SearchPage> {
      const search = q.trim()
      const exact = search === '' ? NO_HITS : await find(search)
      const alternative = countAll(exact) === 0 ? await findNearest(search) : undefined
      const { hits, nearest } = alternative ?? { hits: exact, nearest: null }
      const listed = listHits(hits, kind === '' ? SEARCH_KINDS : [kind])
      const limit = SEARCH.perPage
      return {
        items: await readHits(listed.slice((page - 1) * limit, page * limit), nearest ?? search),
        pagination: { current: page, total: Math.ceil(listed.length / limit), limit, totalItems: listed.length },
        counts: {
          agent: getCount(hits.agent),
          ai: getCount(hits.ai),
          event: getCount(hits.event),
          content: getCount(hits.content),
        },
        nearest,
      }
    },
  }
}

const NO_HITS: Hits = {
  agent: { named: [], others: [] },
  ai: { named: [], others: [] },
  event: { named: [], others: [] },
  content: { named: [], others: [] },
}

const getCount = ({ named, others }: Hits[SearchKind]): number => named.length + others.length
const countAll = (hits: Hits): number => SEARCH_KINDS.reduce((sum, kind) => sum + getCount(hits[kind]), 0)

/** Lists the hits of the given kinds, title matches first. */
const listHits = (hits: Hits, kinds: readonly SearchKind[]): Hit[] => [
  ...kinds.flatMap((kind) => hits[kind].named),
  ...kinds.flatMap((kind) => hits[kind].others),
]

function matchEntries(entries: readonly SearchedEntry[], query: string): Pick<Hits, 'event' | 'content'> {
  const result: Pick<Hits, 'event' | 'content'> = {
    event: { named: [], others: [] },
    content: { named: [], others: [] },
  }
  for (const entry of entries) {
    const hit: Hit = { kind: entry.kind, entry }
    if (matchesQuery(entry.titleSearch, query)) result[entry.kind].named.push(hit)
    else if (matchesQuery(entry.textSearch, query)) result[entry.kind].others.push(hit)
  }
  return result
}

function toEntryHit({ kind, title, url, excerpt, texts }: SearchedEntry, search: string): SearchHit {
  const match = locateMatch([{ label: '标题', text: title, isWhole: true }, ...texts], search)
  return { kind, title, url, excerpt, found: match }
}
