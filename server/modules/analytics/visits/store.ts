import { type Selectable, sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { getDialect } from '#server/platform/database/dialects/dialects.ts'
import { forEachBatch, ROWS_PER_STATEMENT } from '#server/platform/database/for-each-batch.ts'
import type { ProductsTable } from '#server/platform/database/tables/products.ts'
import type { VisitKind } from '#server/platform/database/tables/visits.ts'
import { selectHighest } from './select-highest.ts'

export type VisitCount = { kind: VisitKind; period: string; name: string; count: number }

/** The `LIKE` pattern of periods that are a day, not a month. */
const DAY_PATTERN = '____-__-__'

/** Increments the stored counts in the database, so that several nodes can add to them concurrently. */
export const addVisitCounts = (db: Queryable, counts: readonly VisitCount[]): Promise<void> =>
  forEachBatch(counts, ROWS_PER_STATEMENT, (part) =>
    db
      .insertInto('visitCounts')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'period', 'name'])
          .doUpdateSet((eb) => ({ count: eb('visitCounts.count', '+', eb.ref('excluded.count')) })),
      )
      .execute(),
  )

/** Stores a day's visitor hashes. Returns the number of new ones. */
export async function addVisitors(db: Queryable, day: string, hashes: readonly string[]): Promise<number> {
  let added = 0
  await forEachBatch(hashes, ROWS_PER_STATEMENT, async (part) => {
    const inserted = await db
      .insertInto('visitorHashes')
      .values(part.map((hash) => ({ day, hash })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('hash')
      .execute()
    added += inserted.length
  })
  return added
}

/** Stores the given salt unless the day already has one from another node, and returns the stored salt. */
export async function getOrCreateSalt(db: Queryable, day: string, generatedSalt: string): Promise<string> {
  await db
    .insertInto('visitSalts')
    .values({ day, salt: generatedSalt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await db.selectFrom('visitSalts').select('salt').where('day', '=', day).executeTakeFirstOrThrow()
  return stored.salt
}

/** Deletes the salts of earlier days, so that their hashes can no longer be matched to IP addresses. */
export const deleteSalts = (db: Queryable, before: string) =>
  db.deleteFrom('visitSalts').where('day', '<', before).execute()

/** Deletes up to `limit` hashes of earlier days. Returns the number deleted. */
export async function deleteVisitors(db: Queryable, before: string, limit: number): Promise<number> {
  const deleted = await db
    .deleteFrom('visitorHashes')
    .where((eb) =>
      eb(
        eb.refTuple('day', 'hash'),
        'in',
        eb
          .selectFrom('visitorHashes')
          .select(['day', 'hash'])
          .where('day', '<', before)
          .limit(limit)
          .$asTuple('day', 'hash'),
      ),
    )
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/**
 * Deletes up to `limit` daily counts by name that are older than a day. Retains monthly counts, and the daily totals of views
 * and visitors. Returns the number deleted.
 */
export async function deleteOldDailyCounts(db: Queryable, before: string, limit: number): Promise<number> {
  const deleted = await db
    .deleteFrom('visitCounts')
    .where((eb) =>
      eb(
        eb.refTuple('kind', 'period', 'name'),
        'in',
        eb
          .selectFrom('visitCounts')
          .select(['kind', 'period', 'name'])
          .where('kind', 'not in', ['views', 'visitors'])
          .where('period', '<', before)
          .where('period', 'like', DAY_PATTERN)
          .limit(limit)
          .$asTuple('kind', 'period', 'name'),
      ),
    )
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Lists the names of a kind that were counted in a period. */
export const listCountedNames = async (db: Queryable, kind: VisitKind, period: string): Promise<string[]> =>
  (
    await db.selectFrom('visitCounts').select('name').where('kind', '=', kind).where('period', '=', period).execute()
  ).map(({ name }) => name)

/** Lists the views and visitors of each day from `from` to `to`, inclusive. Totals have an empty name. */
export const listDailyTotals = (db: Queryable, from: string, to: string) =>
  db
    .selectFrom('visitCounts')
    .select(['kind', 'period', 'count'])
    .where('kind', 'in', ['views', 'visitors'])
    .where('name', '=', '')
    .where('period', '>=', from)
    .where('period', '<=', to)
    .where('period', 'like', DAY_PATTERN)
    .execute()

/** Lists the counts of a product by kind and day, from `from` to `to`, inclusive. */
export const listProductCounts = (
  db: Queryable,
  productId: string,
  { from, to }: { from: string; to: string },
): Promise<{ kind: VisitKind; period: string; count: number }[]> =>
  db
    .selectFrom('visitCounts')
    .select(['kind', 'period', 'count'])
    .where('name', '=', productId)
    .where('kind', 'in', ['product', 'compared', 'shortlisted', 'inquired'])
    .where('period', '>=', from)
    .where('period', '<=', to)
    .where('period', 'like', DAY_PATTERN)
    .execute()

const filterCounts = (db: Queryable, kind: VisitKind, periods: readonly string[]) =>
  db
    .selectFrom('visitCounts')
    .where('kind', '=', kind)
    .where('period', 'in', [...periods])

/** Lists the names of a kind with the highest counts over the given periods, in descending order. */
export const listTopNames = async (db: Queryable, kind: VisitKind, periods: readonly string[], limit: number) => {
  const rows = await filterCounts(db, kind, periods)
    .groupBy('name')
    .select((eb) => ['name', eb.fn.sum<number>('count').as('sum')])
    .orderBy('sum', 'desc')
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ name, sum }) => ({ name, count: Number(sum) }))
}

/** The number of additional names to read first, because some belong to products that are in the recycle bin. */
const EXTRA_NAMES = 50

/** Lists the most viewed products that aren't in the recycle bin, with their views. */
export async function listMostViewed(db: Queryable, views: ReadonlyMap<string, number>, limit: number) {
  // Reads more and more names until enough of them belong to existing products.
  for (let nameCount = limit + EXTRA_NAMES; ; nameCount *= 2) {
    const highest = selectHighest(views, nameCount)
    const rows = await listExistingProducts(
      db,
      highest.map(({ name }) => name),
    )
    if (rows.length < limit && highest.length < views.size) continue
    return rows
      .map((product) => ({ ...product, count: views.get(product.id) ?? 0 }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      .slice(0, limit)
  }
}

/** The kinds of counts that have many names. */
export type NamedKind = Extract<VisitKind, 'product' | 'referrer'>

/**
 * Adds a period's counts to the sums by name. Reads them as one concatenated string, which is much faster than one row per
 * name. Takes only one period, because a statement for an entire year would block the event loop.
 */
export async function addCountsToSums(
  { read }: Pick<Database, 'read'>,
  kind: NamedKind,
  period: string,
  sums: Map<string, number>,
): Promise<void> {
  const text = getDialect(read).aggregateAsLines(sql`count || ' ' || name`)
  const { rows } = await sql<{ counts: string | null }>`select ${text} as counts from visit_counts
    where kind = ${kind} and period = ${period}`.execute(read)
  for (const line of rows[0]?.counts?.split('\n') ?? []) {
    const separatorIndex = line.indexOf(' ')
    const name = line.slice(separatorIndex + 1)
    sums.set(name, (sums.get(name) ?? 0) + Number(line.slice(0, separatorIndex)))
  }
}

const IDS_PER_QUERY = 5_000

export async function listExistingProducts(db: Queryable, ids: readonly string[]) {
  const rows: ExistingProduct[] = []
  for (let index = 0; index < ids.length; index += IDS_PER_QUERY)
    rows.push(
      ...(await db
        .selectFrom('products')
        .select(['id', 'catalogue', 'name', 'category', 'rating', 'views as totalViews'])
        .where('id', 'in', ids.slice(index, index + IDS_PER_QUERY))
        .where('deletedAt', 'is', null)
        .execute()),
    )
  return rows
}

type ExistingProduct = Pick<Selectable<ProductsTable>, 'id' | 'catalogue' | 'name' | 'category' | 'rating'> & {
  totalViews: number
}

/**
 * Lists the categories with the most products. Views count towards the category that a product had when it was
 * viewed, also if it has been deleted since.
 */
export async function listCategories(db: Queryable, periods: readonly string[], limit: number) {
  const categories = await db
    .selectFrom('products')
    .where('deletedAt', 'is', null)
    .groupBy('category')
    .select((eb) => ['category as name', eb.fn.countAll<number>().as('count')])
    .orderBy('count', 'desc')
    .orderBy('category')
    .limit(limit)
    .execute()
  const rows = await filterCounts(db, 'category', periods)
    .groupBy('name')
    .select((eb) => ['name', eb.fn.sum<number>('count').as('sum')])
    .execute()
  const views = new Map(rows.map(({ name, sum }) => [name, Number(sum)]))
  return categories.map(({ name, count }) => ({ name, count: Number(count), views: views.get(name) ?? 0 }))
}
