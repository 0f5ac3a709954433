/** Measures lists, searches and facets of a catalogue whose products have twenty facts each, without the reply cache. */
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { type ProductListQuery, ProductListQuerySchema } from '#contracts/products/product.ts'
import { listPossibleValues } from '#contracts/rules/facts/filter-values.ts'
import { insertProducts } from '#server/modules/products/store.ts'
import { productColumns } from '#server/modules/products/view.ts'
import { type Database, openSqliteDatabase } from '#server/platform/database/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices, type Services } from '#server/services.ts'
import { median } from './numbers.ts'
import { createProductInput } from './products.ts'

const FACTS_PER_PRODUCT = 20
const PRODUCTS_PER_PART = 2_000
const ROUNDS = 15
const AT = '2026-11-21T02:00:00.000Z'

export type Filled = { database: Database; services: Services }

/** Returns a database of its own with so many agent products and their facts. */
export async function fillSearch(dataDir: string, count: number): Promise<Filled> {
  const database = await openSqliteDatabase(join(dataDir, `search-${count}.sqlite`))
  const services = createServices({
    database,
    store: openFileStore({ s3: undefined, folder: join(dataDir, 'uploads') }),
  })
  await services.facts.attributes.addStarting()
  await insertSearched({ database, services }, count)
  return { database, services }
}

/** The first number behind a name: all have as many digits, and begin with the same. */
const FIRST_NUMBER = 1_000_000

/** Returns the columns of a product. Those of one wording are made once: reading and sanitizing them takes the longest. */
function createColumns(number: number) {
  const product = createProductInput(number)
  const name = product.name.replace(/\d+$/, '')
  const wording = `${name} ${product.slogan} ${product.description}`
  const first = COLUMNS.get(wording) ?? productColumns({ ...product, name: `${name}${FIRST_NUMBER}` })
  COLUMNS.set(wording, first)
  const ownNumber = String(FIRST_NUMBER + number)
  const { rating, category, price } = product
  const searchJson = first.searchJson.replaceAll(String(FIRST_NUMBER), ownNumber)
  return { ...first, name: `${name}${ownNumber}`, searchJson, rating, category, price }
}
const COLUMNS = new Map<string, ReturnType<typeof productColumns>>()

/** Puts products in, and the values that they are filtered by. */
export async function insertSearched({ database, services }: Filled, count: number): Promise<void> {
  const attributes = (await services.facts.attributes.list('agent')).filter(({ isFilter }) => isFilter)
  for (let from = 0; from < count; from += PRODUCTS_PER_PART) {
    const numbers = Array.from({ length: Math.min(PRODUCTS_PER_PART, count - from) }, (_, index) => from + index)
    await database.write(async ({ tx }) => {
      await insertProducts(
        tx,
        numbers.map((number) => ({
          company: '',
          contactEmail: '',
          ...createColumns(number),
          id: `product-${number}`,
          catalogue: 'agent' as const,
          position: number + 1,
          version: 1,
          views: 0,
          createdAt: AT,
          updatedAt: AT,
          deletedAt: null,
        })),
      )
      await tx
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
        await tx
          .insertInto('factValues')
          .values(rows.slice(index, index + 2_000))
          .execute()
    })
  }
}

const ask = (query: object): ProductListQuery =>
  ProductListQuerySchema.parse({ page: 1, pageSize: 12, fields: 'card', ...query })

const THREE_FACETS = { f: { rag: ['yes', 'partial'], models: ['Kimi', 'DeepSeek'], sso: ['yes'] } }

/** What a visitor asks for. */
export const SEARCH_QUERIES: Readonly<Record<string, (services: Services) => Promise<unknown>>> = {
  list: ({ products }) => products.list(ask({})),
  'search in names': ({ products }) => products.list(ask({ search: '客服平台' })),
  'search by letters': ({ products }) => products.list(ask({ search: 'gongyinglian' })),
  'search in details': ({ products }) => products.list(ask({ search: '票据识别' })),
  'facets with counts': ({ products }) => products.listFacets(ask({})),
  'three facets with counts': async ({ products }) => {
    await products.list(ask(THREE_FACETS))
    return products.listFacets(ask(THREE_FACETS))
  },
}

export type SearchTimes = {
  firstMs: number
  silenceMs: number
  heapMb: number
  queries: Record<string, number>
}

/** Returns milliseconds of the first list, the longest silence during it, its memory, and medians of each query. */
export async function timeSearch({ services }: Filled): Promise<SearchTimes> {
  const before = getMemory()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await pause(20)
  const began = performance.now()
  await services.products.list(ask({ verified: 'true' }))
  const firstMs = performance.now() - began
  await pause(20)
  delay.disable()
  const heapMb = (getMemory() - before) / 2 ** 20
  const queries: Record<string, number> = {}
  for (const [name, run] of Object.entries(SEARCH_QUERIES)) {
    const times: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const start = performance.now()
      await run(services)
      // The first warms up.
      if (round > 0) times.push(performance.now() - start)
    }
    queries[name] = median(times)
  }
  return { firstMs, silenceMs: delay.max / 1e6, heapMb, queries }
}

function getMemory(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
