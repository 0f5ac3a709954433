/**
 * Measures lists, searches and facets of a catalogue whose products have twenty facts each, without the reply cache.
 */
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { FactValue } from '#contracts/facts/fact-value.ts'
import type { AttributeType } from '#contracts/facts/vocabulary.ts'
import { type ProductListQuery, ProductListQuerySchema } from '#contracts/products/product.ts'
import { listPossibleValues } from '#contracts/rules/facts/filter-values.ts'
import type { ShortlistPreview } from '#contracts/shortlists/shortlist.ts'
import { insertProducts } from '#server/modules/products/saving/store.ts'
import { toProductColumns } from '#server/modules/products/view.ts'
import { type Database, openSqliteDatabase } from '#server/platform/database/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices, type Services } from '#server/services.ts'
import { createFactRow } from './fact-row.ts'
import { createProductInput, getRowValues } from './products.ts'
import { median } from './statistics.ts'

const FACTS_PER_PRODUCT = 20
const PRODUCTS_PER_PART = 2_000
const ROUNDS = 7
const FACTS_PER_INSERT = 500
const AT = '2026-11-21T02:00:00.000Z'

type FilledDatabase = { database: Database; services: Services; reopen(): Promise<FilledDatabase> }

/** Opens the database of the products: a SQLite file or a PostgreSQL database. */
type OpenDatabase = () => Promise<Database>

const openSearchFile =
  (dataDir: string, count: number): OpenDatabase =>
  () =>
    openSqliteDatabase(join(dataDir, `search-${count}.sqlite`))

/** Returns an open database with `count` agent products and their facts; `reopen` simulates a restart. */
export async function fillSearch(
  dataDir: string,
  count: number,
  open = openSearchFile(dataDir, count),
): Promise<FilledDatabase> {
  const filled = await openFilledDatabase(dataDir, open)
  await filled.services.facts.attributes.seed()
  await insertSearched(filled, count)
  await insertFactsOfShortlist(filled)
  return filled
}

async function openFilledDatabase(dataDir: string, open: OpenDatabase): Promise<FilledDatabase> {
  const database = await open()
  const fileStore = openFileStore({ s3: undefined, folder: join(dataDir, 'uploads') })
  return {
    database,
    services: createServices({ database, fileStore }),
    async reopen() {
      await database.close()
      return openFilledDatabase(dataDir, open)
    },
  }
}

/** Returns the columns of a product. They are computed once per wording, since sanitizing is slow. */
function createColumns(number: number) {
  const product = createProductInput(number)
  const wording = `${product.name.replace(/\d+$/, '')} ${product.slogan} ${product.description}`
  const first = COLUMNS.get(wording) ?? toProductColumns(product)
  COLUMNS.set(wording, first)
  const { name, rating, category, price } = product
  return { ...first, name, rating, category, price }
}
const COLUMNS = new Map<string, ReturnType<typeof toProductColumns>>()

/** Inserts products and their filter values. */
async function insertSearched(
  { database, services }: Pick<FilledDatabase, 'database' | 'services'>,
  count: number,
): Promise<void> {
  const attributes = (await services.facts.attributes.list('agent')).filter(({ isFilter }) => isFilter)
  for (let from = 0; from < count; from += PRODUCTS_PER_PART) {
    const numbers = Array.from({ length: Math.min(PRODUCTS_PER_PART, count - from) }, (_, index) => from + index)
    await database.write(async (transaction) => {
      const { db } = transaction
      await insertProducts(
        transaction,
        numbers.map((number) => ({
          ...getRowValues(number, AT),
          ...createColumns(number),
        })),
      )
      await db
        .insertInto('productFacts')
        .values(
          numbers.map((number) => ({
            productId: `product-${number}`,
            version: 1,
            updatedOn: AT.slice(0, 10),
            change: 1,
          })),
        )
        .execute()
      const rows = numbers.flatMap((number) =>
        Array.from({ length: FACTS_PER_PRODUCT }, (_, index) => {
          const attribute = attributes[(number + index * 2) % attributes.length]
          const values = attribute ? listPossibleValues(attribute) : []
          return {
            catalogue: 'agent' as const,
            attribute: attribute?.key ?? '',
            value: values[(number * 7 + index) % values.length] ?? '',
            productId: `product-${number}`,
            isVerified: number % 9 === 0,
          }
        }),
      )
      for (let index = 0; index < rows.length; index += 2_000)
        await db
          .insertInto('factValues')
          .values(rows.slice(index, index + 2_000))
          .execute()
    })
  }
}

/** Inserts the facts of the products that the measured shortlist shows; all others have filter values only. */
async function insertFactsOfShortlist({ database, services }: FilledDatabase): Promise<void> {
  const { matching, uncertain, failing } = await services.shortlists.preview(REQUIREMENTS)
  const ids = [...matching, ...uncertain, ...failing].map(({ product }) => product.id)
  const attributes = await services.facts.attributes.listAll(database.read)
  const values = await services.facts.filterValues.list(ids)
  const rows = ids.flatMap((productId) =>
    (values.get(productId) ?? []).map(({ attribute, value }, index) =>
      createFactRow({
        id: `${productId}-${index}`,
        productId,
        attribute,
        value: toFactValue(attributes.get(attribute)?.type, value),
        sourceUrl: 'https://example.com/',
        at: AT,
      }),
    ),
  )
  await database.write(async ({ db }) => {
    for (let index = 0; index < rows.length; index += FACTS_PER_INSERT)
      await db
        .insertInto('facts')
        .values(rows.slice(index, index + FACTS_PER_INSERT))
        .execute()
  })
}

/** Returns a fact's value that products are filtered by as `value`. */
function toFactValue(type: AttributeType | undefined, value: string): FactValue {
  if (type === 'choices') return value === 'none' ? [] : [value]
  if (type !== 'certificate' || value === 'none') return value
  return { name: '证书', level: value === 'held' ? '' : value, number: '', issuer: '', validUntil: null }
}

const parseQuery = (query: object): ProductListQuery =>
  ProductListQuerySchema.parse({ page: 1, pageSize: 12, fields: 'card', ...query })

const THREE_FACETS = { f: { rag: ['yes', 'partial'], models: ['Kimi', 'DeepSeek'], sso: ['yes'] } }

const REQUIREMENTS: ShortlistPreview = {
  catalogue: 'agent',
  required: [
    { attribute: 'rag', values: ['yes', 'partial'] },
    { attribute: 'classified-protection', values: ['三级', '四级'] },
  ],
  preferred: [{ attribute: 'models', values: ['Kimi', 'DeepSeek'] }],
}

/** The query whose phrase all long texts contain. */
export const PHRASE_IN_ALL = 'search for a phrase in every product'

/** The measured queries of visitors. */
const SEARCH_QUERIES: Readonly<Record<string, (services: Services) => Promise<unknown>>> = {
  list: ({ products }) => products.list(parseQuery({})),
  'list by name, descending': ({ products }) => products.list(parseQuery({ sort: 'name', order: 'desc' })),
  'list by verdict': ({ products }) => products.list(parseQuery({ sort: 'verdict' })),
  'last page of a category': ({ products }) => products.list(parseQuery({ category: '数据分析', page: 9 })),
  'search in names': ({ products }) => products.list(parseQuery({ search: '客服' })),
  'search in traditional characters, full width': ({ products }) =>
    products.list(parseQuery({ search: '供應鏈大腦１' })),
  'search by pinyin': ({ products }) => products.list(parseQuery({ search: 'gongyinglian' })),
  'search by pinyin initials': ({ products }) => products.list(parseQuery({ search: 'gylpt' })),
  'search in long texts': ({ products }) => products.list(parseQuery({ search: '票据识别' })),
  [PHRASE_IN_ALL]: ({ products }) => products.list(parseQuery({ search: '按角色授权' })),
  'search for a choice of an attribute': ({ products }) => products.list(parseQuery({ search: '月之暗面' })),
  'facets with counts': ({ products }) => products.listFacets(parseQuery({})),
  'three facets': ({ products }) => products.list(parseQuery(THREE_FACETS)),
  'shortlist of three requirements': ({ shortlists }) => shortlists.preview(REQUIREMENTS),
  'counts of three facets': ({ products }) => products.listFacets(parseQuery(THREE_FACETS)),
}

/** Words whose prefixes are measured, one per keystroke. */
const TYPED = ['gongyinglian', '供应链大脑', 'znkf']

export type SearchTimes = {
  /** Loading the index before the server is ready. */
  warmUpMs: number
  first: number
  second: number
  /** The longest time for which the event loop was blocked. */
  longestBlockMs: number
  memory: number
  queries: Record<string, number>
  slowestKeystroke: { typed: string; time: number }
}

/**
 * Simulates a restart and measures the milliseconds until lists are ready, of the first and second list, and medians of
 * each query, and the megabytes of memory in use.
 */
export async function measureSearch(filled: FilledDatabase): Promise<SearchTimes> {
  // Stores the index snapshot that later starts load.
  await filled.services.products.list(parseQuery({}))
  const { database, services } = await filled.reopen()
  try {
    const before = await getMemory()
    const delay = monitorEventLoopDelay({ resolution: 2 })
    delay.enable()
    await pause(20)
    const warmUpMs = await time(() => services.products.warmUp())
    const first = await time(() => services.products.list(parseQuery({ verified: 'true' })))
    const second = await time(() => services.products.list(parseQuery({ verified: 'true' })))
    const queries: Record<string, number> = {}
    for (const [name, run] of Object.entries(SEARCH_QUERIES)) queries[name] = await measureMedianMs(() => run(services))
    const keys = TYPED.flatMap((word) => Array.from(word, (_, index) => word.slice(0, index + 1)))
    let slowestKeystroke = { typed: '', time: 0 }
    for (const typed of keys) {
      const median = await measureMedianMs(() => services.products.list(parseQuery({ search: typed })))
      if (median > slowestKeystroke.time) slowestKeystroke = { typed, time: median }
    }
    await pause(20)
    delay.disable()
    const memory = ((await getMemory()) - before) / 2 ** 20
    return { warmUpMs, first, second, longestBlockMs: delay.max / 1e6, memory, queries, slowestKeystroke }
  } finally {
    await database.close()
  }
}

async function measureMedianMs(run: () => Promise<unknown>): Promise<number> {
  await run()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // Runs in its own event-loop turn, like a request.
    await pause(1)
    times.push(await time(run))
  }
  return median(times)
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

/** Buffers are released asynchronously, so a second collection is needed. */
async function getMemory(): Promise<number> {
  globalThis.gc?.()
  await pause(50)
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
