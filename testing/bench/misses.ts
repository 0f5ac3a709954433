/** Measures uncached replies, with few products and with many. */

import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { productCalls } from '#contracts/products/calls.ts'
import { loadDemo } from '#server/load-demo.ts'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices } from '#server/services.ts'
import { median } from './numbers.ts'
import { MAIN_THREAD, type Program } from './production-server.ts'
import { CATEGORIES, createProductInput, SEARCHES } from './products.ts'

/** The sample evaluation is signed by a key that is stored encrypted: the server has to know by what. */
export const MISSES_SETTINGS = { APP_SECRET: 'the secret of a measured catalogue' }

/** Fills an empty folder's database with the sample content and so many products more. */
export async function fillCatalogue(dataDir: string, count: number): Promise<void> {
  const database = await openSqliteDatabase(join(dataDir, 'zhijian.sqlite'))
  const services = createServices({
    appSecret: MISSES_SETTINGS.APP_SECRET,
    database,
    store: openFileStore({ s3: undefined, folder: join(dataDir, 'uploads') }),
  })
  await loadDemo(database, services)
  await database.write(async (write) => {
    for (let index = 0; index < count; index += 1)
      await services.products.create(write, 'agent', createProductInput(index))
  })
  await database.close()
}

/** A type that is no deployment type changes nothing (decisions §4), but makes an address that was never asked for. */
const VARIANTS = ['a', 'b', 'c', 'd', 'e']

type Query = Record<string, string>
const lists: Query[] = ['', ...CATEGORIES].flatMap((category) =>
  ['rating', 'name'].flatMap((sort) => ['asc', 'desc'].map((order) => ({ category, sort, order }))),
)
const searches: Query[] = SEARCHES.map((search) => ({ search }))
const vary = (queries: Query[]) => VARIANTS.flatMap((type) => queries.map((query) => ({ ...query, type })))
// As many results whatever the number of products, so that it is the finding that is measured, not the sending.
const FEW = { page: '1', pageSize: '4' }

export const MISSES: Record<'page' | 'list' | 'search', string[]> = {
  page: vary(lists).map((query) => `/products?${new URLSearchParams(query)}`),
  list: vary(lists).map((query) => `${productCalls.list.path}?${new URLSearchParams({ ...query, ...FEW })}`),
  search: vary(searches).map((query) => `${productCalls.list.path}?${new URLSearchParams({ ...query, ...FEW })}`),
}

export type Miss = { few: number; many: number; ratio: number; requests: number }

/** Takes two servers, of few and of many products; returns the median milliseconds of each. */
export async function measureMisses(few: Program, many: Program, paths: readonly string[]): Promise<Miss> {
  if (new Set(paths).size !== paths.length) throw new Error('an address asked for twice is answered from the cache')
  const times: { few: number; many: number }[] = []
  for (const path of paths) times.push({ few: await ask(few.origin + path), many: await ask(many.origin + path) })
  // The first fifth warms up both processes.
  const countedTimes = times.slice(Math.floor(times.length / VARIANTS.length))
  const [ofFew, ofMany] = [median(countedTimes.map((time) => time.few)), median(countedTimes.map((time) => time.many))]
  return { few: ofFew, many: ofMany, ratio: ofMany / ofFew, requests: countedTimes.length }
}

/** Milliseconds of processor time a page. */
export type PageCost = { all: number; first: number; engine: number }

/** Pages that a fresh process is asked for: counted cold, to warm it up, counted warm. */
export const PAGE_COUNTS = { cold: 20, warming: 200, warm: 400 } as const

/**
 * Asks a server that has just been started for pages that nobody has asked for before, one after another. Returns what
 * each of the first took, most of which is compiling, and each of the last.
 */
export async function measurePages(server: Program): Promise<{ cold: PageCost; warm: PageCost }> {
  let number = 0
  async function measure(count: number): Promise<PageCost> {
    const before = await server.threadTimes()
    for (let index = 0; index < count; index += 1) {
      number += 1
      const query = { ...lists[number % lists.length], type: `page-${number}` }
      await ask(`${server.origin}/products?${new URLSearchParams(query)}`)
    }
    const after = await server.threadTimes()
    const cost = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / count
    const all = [...after.keys()].reduce((sum, name) => sum + cost(name), 0)
    return { all, first: cost(MAIN_THREAD), engine: cost('V8Worker') }
  }
  const cold = await measure(PAGE_COUNTS.cold)
  await measure(PAGE_COUNTS.warming)
  return { cold, warm: await measure(PAGE_COUNTS.warm) }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function ask(url: string): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    // As Chromium and Firefox ask.
    get(url, { agent, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url} answered ${reply.statusCode}`))
      reply.resume()
      reply.on('end', () => resolve(performance.now() - started))
    }).on('error', reject)
  })
}
