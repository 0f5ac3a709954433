import { SEARCH } from '#contracts/limits.ts'
import { toPagination } from '#contracts/pagination.ts'
import { getProductPath } from '#contracts/product-pages.ts'
import type { SearchPage } from '#contracts/public-api.ts'
import { SEARCH_KINDS, type SearchKind } from '#contracts/search/kinds.ts'
import type { SearchHit, SearchQuery } from '#contracts/search/search.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { type ContentService, getContentTopic } from '#server/modules/content/service.ts'
import { ATTRIBUTES_TOPIC, getFactsTopic } from '#server/modules/facts/service.ts'
import { getCatalogueTopic, getRatingsTopic, type ProductService } from '#server/modules/products/service.ts'
import { locateMatches, type QuestionWord } from '#server/modules/search/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { followChanges } from '#server/platform/database/follow-changes.ts'
import { foldText, splitSearchWords } from '#server/platform/search-text/fold-text.ts'
import { matchesSearch } from '#server/platform/search-text/pinyin.ts'
import { listEntries, type SearchedEntry } from './content-entries.ts'

const DOCUMENT_TOPICS = (['home', 'community', 'selection', 'evaluation', 'submit'] as const).map(getContentTopic)
/** The change feed's topics of all searched sources. */
export const SEARCH_TOPICS: readonly string[] = [
  ...CATALOGUES.flatMap((catalogue) => [
    getCatalogueTopic(catalogue),
    getRatingsTopic(catalogue),
    getFactsTopic(catalogue),
  ]),
  ATTRIBUTES_TOPIC,
  ...DOCUMENT_TOPICS,
]

export type SiteSearchService = ReturnType<typeof createSiteSearchService>

type Dependencies = {
  database: Pick<Database, 'changes'>
  products: Pick<ProductService, 'search' | 'listHits' | 'splitQuestion'>
  content: Pick<ContentService, 'get'>
}

/** A hit. The fields of a product are read only for the page that lists it. */
type Hit = { kind: Catalogue; number: number } | { kind: 'event' | 'content'; entry: SearchedEntry }
/** Hits by kind and by where they matched: in the title, or only elsewhere. */
type Hits = Record<SearchKind, { titleMatches: Hit[]; otherMatches: Hit[] }>

/** Creates the search over both catalogues, events and content. */
export function createSiteSearchService({ database, products, content }: Dependencies) {
  /** Returns the documents' entries, cached until a document is saved. */
  const getEntries = followChanges(database.changes, DOCUMENT_TOPICS, async (): Promise<SearchedEntry[]> => {
    const [home, community, selection, evaluation, submit] = await Promise.all([
      content.get('home'),
      content.get('community'),
      content.get('selection'),
      content.get('evaluation'),
      content.get('submit'),
    ])
    return listEntries({
      home: home.document,
      community: community.document,
      selection: selection.document,
      evaluation: evaluation.document,
      submit: submit.document,
    })
  })

  /** Returns the hits of a search in both catalogues and in the documents. */
  async function searchAll(search: string): Promise<Hits> {
    const entries = matchEntries(await getEntries(), search)
    const searchCatalogue = async (kind: Catalogue) => {
      const { nameMatches, otherMatches } = await products.search(kind, search)
      const toHit = ({ number }: { number: number }): Hit => ({ kind, number })
      return { titleMatches: nameMatches.map(toHit), otherMatches: otherMatches.map(toHit) }
    }
    return {
      agent: await searchCatalogue('agent'),
      ai: await searchCatalogue('ai'),
      event: entries.event,
      content: entries.content,
    }
  }

  /** Returns what meets most words of a question, best first, and which words nothing meets. */
  async function searchByWords(question: string): Promise<WordResult> {
    const words = await products.splitQuestion(question)
    const hitsByWord = await Promise.all(words.map(searchWord))
    const isMet = (_: QuestionWord, index: number) => (hitsByWord[index]?.size ?? 0) > 0
    return {
      hits: rankByWords(hitsByWord),
      words: words.filter(isMet).map(({ text }) => text),
      droppedWords: words.filter((word, index) => !isMet(word, index)).map(({ text }) => text),
    }
  }

  /** Returns the hits of a word, or of another word for the same thing, with how well they match. */
  async function searchWord({ terms }: QuestionWord): Promise<WordHits> {
    const wordHits: WordHits = new Map()
    for (const term of terms) {
      const hits = await searchAll(term)
      for (const kind of SEARCH_KINDS) {
        for (const hit of hits[kind].titleMatches) wordHits.set(getHitKey(hit), { hit, score: TITLE_SCORE })
        for (const hit of hits[kind].otherMatches)
          if (!wordHits.has(getHitKey(hit))) wordHits.set(getHitKey(hit), { hit, score: 1 })
      }
    }
    return wordHits
  }

  /** Converts hits to results, for which the products are read. */
  async function readHits(hits: readonly Hit[], search: string): Promise<SearchHit[]> {
    const numbers = hits.flatMap((hit) => ('number' in hit ? [hit.number] : []))
    const productsByNumber = new Map(
      (await products.listHits(numbers, search)).map((product) => [product.number, product]),
    )
    return hits.flatMap((hit): SearchHit[] => {
      if ('entry' in hit) return [toEntryHit(hit.entry, search)]
      const product = productsByNumber.get(hit.number)
      if (!product) return []
      const { name, summary } = product
      const url = getProductPath(hit.kind, product)
      return [{ kind: hit.kind, title: name, url, excerpt: summary, matches: product.matches }]
    })
  }

  return {
    /**
     * Searches everything, title matches first. Without results, lists what meets most words of the search, and names
     * them and those that nothing meets. An empty search has no results.
     */
    async search({ q, kind, page }: SearchQuery): Promise<SearchPage> {
      const search = q.trim()
      const exactHits = search === '' ? NO_HITS : await searchAll(search)
      const isExact = search === '' || countAll(exactHits) > 0
      const byWords = isExact ? NO_WORDS : await searchByWords(search)
      const hits = isExact ? listHits(exactHits, SEARCH_KINDS) : byWords.hits
      const listedHits = kind === '' ? hits : hits.filter((hit) => getHitKind(hit) === kind)
      const closestMatch = byWords.words.length > 0 ? byWords.words : null
      const count = (counted: SearchKind) => hits.filter((hit) => getHitKind(hit) === counted).length
      const limit = SEARCH.perPage
      return {
        items: await readHits(listedHits.slice((page - 1) * limit, page * limit), closestMatch?.join(' ') ?? search),
        pagination: toPagination(page, limit, listedHits.length),
        counts: { agent: count('agent'), ai: count('ai'), event: count('event'), content: count('content') },
        closestMatch,
        droppedWords: byWords.droppedWords,
      }
    },
  }
}

type WordHits = Map<string, { hit: Hit; score: number }>
type WordResult = { hits: Hit[]; words: string[]; droppedWords: string[] }
const NO_WORDS: WordResult = { hits: [], words: [], droppedWords: [] }

/** A match in a title counts for a little more, but never as much as another word. */
const TITLE_SCORE = 1.1

/** Ranks hits by how many words they meet. Those that meet at most half as many as the best are left out. */
function rankByWords(hitsByWord: readonly WordHits[]): Hit[] {
  const scores: WordHits = new Map()
  for (const hits of hitsByWord)
    for (const [key, { hit, score }] of hits) scores.set(key, { hit, score: (scores.get(key)?.score ?? 0) + score })
  const ranked = [...scores.values()].sort((left, right) => right.score - left.score)
  const best = Math.floor(ranked[0]?.score ?? 0)
  return ranked.filter(({ score }) => Math.floor(score) > best / 2).map(({ hit }) => hit)
}

const getHitKind = (hit: Hit): SearchKind => hit.kind
const getHitKey = (hit: Hit): string =>
  'number' in hit ? `${hit.kind} ${hit.number}` : `${hit.kind} ${hit.entry.url} ${hit.entry.title} ${hit.entry.excerpt}`

const NO_HITS: Hits = {
  agent: { titleMatches: [], otherMatches: [] },
  ai: { titleMatches: [], otherMatches: [] },
  event: { titleMatches: [], otherMatches: [] },
  content: { titleMatches: [], otherMatches: [] },
}

const getCount = ({ titleMatches, otherMatches }: Hits[SearchKind]): number => titleMatches.length + otherMatches.length
const countAll = (hits: Hits): number => SEARCH_KINDS.reduce((sum, kind) => sum + getCount(hits[kind]), 0)

/** Lists the hits of the given kinds, title matches first. */
const listHits = (hits: Hits, kinds: readonly SearchKind[]): Hit[] => [
  ...kinds.flatMap((kind) => hits[kind].titleMatches),
  ...kinds.flatMap((kind) => hits[kind].otherMatches),
]

function matchEntries(entries: readonly SearchedEntry[], search: string): Pick<Hits, 'event' | 'content'> {
  const result: Pick<Hits, 'event' | 'content'> = {
    event: { titleMatches: [], otherMatches: [] },
    content: { titleMatches: [], otherMatches: [] },
  }
  const query = foldText(search)
  const words = splitSearchWords(search).map(foldText)
  const matchesAny = (texts: readonly string[]) => {
    const matches = (term: string) => texts.some((text) => matchesSearch(text, term))
    return matches(query) || (words.length > 0 && words.every(matches))
  }
  for (const entry of entries) {
    const hit: Hit = { kind: entry.kind, entry }
    if (matchesAny([entry.searchedTitle])) result[entry.kind].titleMatches.push(hit)
    else if (matchesAny([entry.searchedTitle, entry.searchedText])) result[entry.kind].otherMatches.push(hit)
  }
  return result
}

function toEntryHit({ kind, title, url, excerpt, texts }: SearchedEntry, search: string): SearchHit {
  const { matches } = locateMatches([{ label: '标题', text: title, isShownInFull: true }, ...texts], search)
  return { kind, title, url, excerpt, matches }
}
