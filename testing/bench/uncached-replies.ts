/** Measures uncached replies, with few products and with many. */

import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { productCalls } from '#contracts/products/calls.ts'
import { loadDemo } from '#server/load-demo.ts'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices } from '#server/services.ts'
import { MAIN_THREAD, type ServerProcess } from './production-server.ts'
import { CATEGORIES, createProductInput, SEARCHES } from './products.ts'
import { median } from './statistics.ts'

const CONCURRENT_PAGES = 8

/** The signing key of the sample evaluation is stored encrypted, so filling and server need the same secret. */
export const UNCACHED_SETTINGS = { APP_SECRET: 'the secret of the measured catalogue' }

/** Creates a database in an empty folder with the sample content and `count` additional products. */
export async function fillCatalogue(dataDir: string, count: number): Promise<void> {
  const database = await openSqliteDatabase(join(dataDir, 'zhijian.sqlite'))
  const services = createServices({
    appSecret: UNCACHED_SETTINGS.APP_SECRET,
    database,
    fileStore: openFileStore({ s3: undefined, folder: join(dataDir, 'uploads') }),
  })
  await loadDemo(database, services)
  await database.write(async (transaction) => {
    for (let index = 0; index < count; index += 1)
      await services.products.create(transaction, 'agent', createProductInput(index))
  })
  await database.close()
}

/** Unknown deployment types don't change the result, but make the URL a new one. */
const VARIANTS = ['a', 'b', 'c', 'd', 'e']

type Query = Record<string, string>
const LIST_QUERIES: Query[] = ['', ...CATEGORIES].flatMap((category) =>
  ['rating', 'name'].flatMap((sort) => ['asc', 'desc'].map((order) => ({ category, sort, order }))),
)
const SEARCH_QUERIES: Query[] = SEARCHES.map((search) => ({ search }))
const createVariants = (queries: Query[]) => VARIANTS.flatMap((type) => queries.map((query) => ({ ...query, type })))
/** Limits the results to four, so that the query is measured instead of the transfer. */
const FIRST_RESULTS = { page: '1', pageSize: '4' }

export const UNCACHED_URLS: Record<'page' | 'list' | 'search', string[]> = {
  page: createVariants(LIST_QUERIES).map((query) => `/products?${new URLSearchParams(query)}`),
  list: createVariants(LIST_QUERIES).map(
    (query) => `${productCalls.list.path}?${new URLSearchParams({ ...query, ...FIRST_RESULTS })}`,
  ),
  search: createVariants(SEARCH_QUERIES).map(
    (query) => `${productCalls.list.path}?${new URLSearchParams({ ...query, ...FIRST_RESULTS })}`,
  ),
}

type UncachedTimes = { few: number; many: number; ratio: number; requests: number }

/** Measures two servers, with few and with many products; returns the median milliseconds of each. */
export async function measureUncachedReplies(
  few: ServerProcess,
  many: ServerProcess,
  paths: readonly string[],
): Promise<UncachedTimes> {
  if (new Set(paths).size !== paths.length) throw new Error('A repeated URL would be served from the cache.')
  const times: { few: number; many: number }[] = []
  for (const path of paths)
    times.push({ few: await measureRequest(few.origin + path), many: await measureRequest(many.origin + path) })
  // The first fifth warms up both processes.
  const countedTimes = times.slice(Math.floor(times.length / VARIANTS.length))
  const fewMs = median(countedTimes.map((time) => time.few))
  const manyMs = median(countedTimes.map((time) => time.many))
  return { few: fewMs, many: manyMs, ratio: manyMs / fewMs, requests: countedTimes.length }
}

/** Milliseconds of processor time per page: of all threads, of the main thread, and of V8's own threads. */
export type PageCost = { total: number; mainThread: number; v8Threads: number }

/** The numbers of pages requested from a new process: measured cold, for warming up, measured warm. */
export const PAGE_COUNTS = { cold: 20, warming: 200, warm: 400 } as const

/**
 * Requests uncached pages sequentially from a server that has just started. Returns the cost per page of the first
 * ones, mostly compilation, and of the last ones.
 */
export async function measurePages(server: ServerProcess): Promise<{ cold: PageCost; warm: PageCost }> {
  let number = 0
  async function measure(count: number): Promise<PageCost> {
    const before = await server.threadTimes()
    for (let index = 0; index < count; index += 1) {
      number += 1
      const query = { ...LIST_QUERIES[number % LIST_QUERIES.length], type: `page-${number}` }
      await measureRequest(`${server.origin}/products?${new URLSearchParams(query)}`)
    }
    const after = await server.threadTimes()
    const getCost = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / count
    const total = [...after.keys()].reduce((sum, name) => sum + getCost(name), 0)
    return { total, mainThread: getCost(MAIN_THREAD), v8Threads: getCost('V8Worker') }
  }
  const cold = await measure(PAGE_COUNTS.cold)
  await measure(PAGE_COUNTS.warming)
  return { cold, warm: await measure(PAGE_COUNTS.warm) }
}

/**
 * Requests many different uncached pages, eight at once. Returns the memory afterwards in megabytes, and the milliseconds
 * of processor time per page.
 */
export async function measureManyPages(
  server: ServerProcess,
  count: number,
): Promise<{ memory: number; cost: number }> {
  const before = await server.getCpuTime()
  let number = 0
  async function requestPages() {
    const agent = new Agent({ keepAlive: true })
    while (number < count) {
      const query = { ...LIST_QUERIES[number % LIST_QUERIES.length], type: `kept-${number}` }
      number += 1
      await measureRequest(`${server.origin}/products?${new URLSearchParams(query)}`, agent)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: CONCURRENT_PAGES }, requestPages))
  return { memory: await server.memory(), cost: ((await server.getCpuTime()) - before) / count }
}

const sequential = new Agent({ keepAlive: true, maxSockets: 1 })

function measureRequest(url: string, agent = sequential): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    // The header of Chromium and Firefox.
    get(url, { agent, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url} returned ${reply.statusCode}`))
      reply.resume()
      reply.on('end', () => resolve(performance.now() - started))
    }).on('error', reject)
  })
}
