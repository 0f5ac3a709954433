/** Counts visits in memory and writes them to the database in batches. */

import { OTHER_REFERRERS } from '#contracts/analytics/analytics.ts'
import type { PageView } from '#contracts/analytics/dashboard.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { addDays, toDay } from '#contracts/rules/shanghai-time.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import type { ProductEventKind, VisitKind } from '#server/platform/database/tables/visits.ts'
import { type Comparisons, createComparisonBuffer } from './comparison-buffer.ts'
import { isBot } from './is-bot.ts'
import { findPage } from './page-path.ts'
import {
  addVisitCounts,
  addVisitors,
  deleteOldDailyCounts,
  deleteSalts,
  deleteVisitors,
  listCountedNames,
  listExistingProducts,
  listProductCounts,
  type VisitCount,
} from './store.ts'
import { createVisitBuffer, increment, type PageVisits } from './visit-buffer.ts'
import { createVisitorHash, detectDevice, findReferrerHost } from './visitor.ts'

/** The interval at which visits are written to the database. */
export const VISITS_FLUSH_MS = 1_000
/** Further referrers are counted as `OTHER_REFERRERS`, so that forged ones can't fill the table. */
const MAX_REFERRERS_PER_DAY = 200
/** A day's visits may be written for this long after its end; then its salt and hashes are deleted. */
const VISIT_GRACE_MS = 5 * MINUTE_MS
/** Two years can be queried, and are compared with the two years before. */
const RETENTION_DAYS = 4 * 366
/** Locked while a node writes its visits, so that nodes add to the counts one after another. */
const VISITS_LOCK = 'visits'

type PageViewRequest = PageView & { address: string; userAgent: string | undefined; ownHosts: readonly string[] }

type Dependencies = { database: Database; clock: Clock; products: ProductService }

/** Creates the counter of visits. */
export function createVisitCounter({ database, clock, products }: Dependencies) {
  const buffer = createVisitBuffer()
  const comparisonBuffer = createComparisonBuffer()
  const hashVisitor = createVisitorHash(database)
  let lastFlush: Promise<void> = Promise.resolve()
  let lastDeletionCutoff = ''

  /** Adds one page's visits to the sums of their day. Ignores visits to products that don't exist. */
  async function addToSums(transaction: Transaction, sums: DaySums, visits: PageVisits): Promise<void> {
    const { page, views } = visits
    if (page.product) {
      const product = await products.countViews(transaction, { ...page.product, views })
      if (!product) return
      increment(sums.product, product.id, views)
      increment(sums.category, product.category, views)
    }
    increment(sums.views, '', views)
    increment(sums.page, page.path, views)
    for (const [name, count] of visits.devices) increment(sums.device, name, count)
    for (const [name, count] of visits.referrers) increment(sums.referrer, name, count)
    for (const hash of visits.hashes) sums.hashes.add(hash)
  }

  async function writeVisits(transaction: Transaction, pageVisits: readonly PageVisits[]): Promise<void> {
    await transaction.lockName(VISITS_LOCK)
    for (const [day, pages] of Map.groupBy(pageVisits, ({ day }) => day)) {
      const sums = createDaySums()
      for (const visits of pages) await addToSums(transaction, sums, visits)
      const visitors = await addVisitors(transaction.db, day, [...sums.hashes])
      if (visitors > 0) increment(sums.visitors, '', visitors)
      sums.referrer = limitReferrers(sums.referrer, await listCountedNames(transaction.db, 'referrer', day))
      await addVisitCounts(transaction.db, toRows(day, sums))
    }
  }

  /** Deletes the salts and hashes of days that can no longer receive visits. */
  async function deleteVisitorHashes(): Promise<void> {
    const before = toDay(new Date(clock.now().getTime() - VISIT_GRACE_MS))
    if (before === lastDeletionCutoff) return
    await database.write(({ db }) => deleteSalts(db, before))
    await deleteInBatches(database, ({ db }, limit) => deleteVisitors(db, before, limit))
    lastDeletionCutoff = before
  }

  /** Adds the comparisons of products that exist. The caller holds the lock of the visits. */
  async function writeComparisons({ db }: Transaction, comparisons: Comparisons): Promise<void> {
    for (const [day, counts] of comparisons) {
      const existing = await listExistingProducts(db, [...counts.keys()])
      const rows = existing.flatMap(({ id }) =>
        toCounts(day, { kind: 'compared', name: id, count: counts.get(id) ?? 0 }),
      )
      await addVisitCounts(db, rows)
    }
  }

  async function writeBuffer(): Promise<void> {
    await deleteVisitorHashes()
    const pageVisits = buffer.drain()
    const comparisons = comparisonBuffer.drain()
    if (pageVisits.length + comparisons.size === 0) return
    await database
      .write(async (transaction) => {
        await writeVisits(transaction, pageVisits)
        await writeComparisons(transaction, comparisons)
      })
      .catch((error: unknown) => {
        buffer.requeue(pageVisits)
        comparisonBuffer.requeue(comparisons)
        throw error
      })
  }

  return {
    /** Counts a page view. Bots are ignored; only a hash of the visitor is stored. */
    async count({ path, referrer, address, userAgent, ownHosts }: PageViewRequest): Promise<void> {
      const page = findPage(path)
      if (!page || userAgent === undefined || isBot(userAgent)) return
      const day = toDay(clock.now())
      const hash = await hashVisitor(day, { address, userAgent })
      buffer.add({ day, page, hash, device: detectDevice(userAgent), referrer: findReferrerHost(referrer, ownHosts) })
    },

    /** Counts that products were compared with each other. Bots are ignored; nothing about the visitor is stored. */
    countComparison({
      products: ids,
      userAgent,
    }: {
      products: readonly string[]
      userAgent: string | undefined
    }): void {
      if (userAgent !== undefined && !isBot(userAgent)) comparisonBuffer.add(toDay(clock.now()), new Set(ids))
    },

    /** Counts what happened to products, inside the transaction in which it did; nothing about who did it is stored. */
    countProductEvents: async (
      transaction: Transaction,
      kind: ProductEventKind,
      productIds: readonly string[],
    ): Promise<void> => {
      if (productIds.length === 0) return
      await transaction.lockName(VISITS_LOCK)
      const day = toDay(clock.now())
      const rows = productIds.flatMap((name) => toCounts(day, { kind, name, count: 1 }))
      await addVisitCounts(transaction.db, rows)
    },

    /** Lists what was counted of a product by kind and day. */
    listProductCounts: (productId: string, days: { from: string; to: string }) =>
      listProductCounts(database.read, productId, days),

    /** Writes the counts since the last flush in one transaction; flushes on this node run one after another. */
    flush(): Promise<void> {
      lastFlush = lastFlush.then(writeBuffer, writeBuffer)
      return lastFlush
    },

    /** Deletes the daily counts that are too old to be queried. */
    deleteExpired(): Promise<void> {
      const before = addDays(toDay(clock.now()), -RETENTION_DAYS)
      return deleteInBatches(database, ({ db }, limit) => deleteOldDailyCounts(db, before, limit))
    },
  }
}

const PAGE_VIEW_KINDS = [
  'views',
  'visitors',
  'page',
  'product',
  'category',
  'referrer',
  'device',
] as const satisfies VisitKind[]
type DaySums = Record<(typeof PAGE_VIEW_KINDS)[number], Map<string, number>> & { hashes: Set<string> }

const createDaySums = (): DaySums => ({
  views: new Map(),
  visitors: new Map(),
  page: new Map(),
  product: new Map(),
  category: new Map(),
  referrer: new Map(),
  device: new Map(),
  hashes: new Set(),
})

/** Limits the number of referrers per day, including those already stored; the others are counted together. */
function limitReferrers(referrers: ReadonlyMap<string, number>, storedNames: readonly string[]): Map<string, number> {
  const names = new Set(storedNames)
  const sums = new Map<string, number>()
  for (const [name, count] of referrers) {
    if (!names.has(name) && names.size < MAX_REFERRERS_PER_DAY) names.add(name)
    increment(sums, names.has(name) ? name : OTHER_REFERRERS, count)
  }
  return sums
}

/** Returns a count for its day and for its month. */
const toCounts = (day: string, count: Omit<VisitCount, 'period'>): VisitCount[] => [
  { ...count, period: day },
  { ...count, period: day.slice(0, 7) },
]

/** Returns two rows for every sum: one for its day and one for its month. */
function toRows(day: string, sums: DaySums): VisitCount[] {
  return PAGE_VIEW_KINDS.flatMap((kind) =>
    [...sums[kind]].flatMap(([name, count]) => toCounts(day, { kind, name, count })),
  )
}
