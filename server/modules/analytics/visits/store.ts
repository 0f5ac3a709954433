import type { Queryable } from '#server/platform/database/database.ts'
import type { VisitKind } from '#server/platform/database/tables/visits.ts'

export type VisitCount = { kind: VisitKind; period: string; name: string; count: number }

/** A period that is a day, not a month. */
const DAY = '____-__-__'

/** A statement takes so many rows: SQLite and PostgreSQL bound its parameters. */
const ROWS_AT_ONCE = 500

/** Adds to counts in the database itself, so that nodes' sums add up. */
export async function addVisits(db: Queryable, counts: readonly VisitCount[]): Promise<void> {
  for (let index = 0; index < counts.length; index += ROWS_AT_ONCE)
    await db
      .insertInto('visitCounts')
      .values(counts.slice(index, index + ROWS_AT_ONCE))
      .onConflict((row) =>
        row
          .columns(['kind', 'period', 'name'])
          .doUpdateSet((eb) => ({ count: eb('visitCounts.count', '+', eb.ref('excluded.count')) })),
      )
      .execute()
}

/** Stores a day's hashes. Returns the number of new ones. */
export async function addVisitors(db: Queryable, day: string, hashes: readonly string[]): Promise<number> {
  let added = 0
  for (let index = 0; index < hashes.length; index += ROWS_AT_ONCE) {
    const rows = hashes.slice(index, index + ROWS_AT_ONCE).map((hash) => ({ day, hash }))
    const inserted = await db
      .insertInto('visitorHashes')
      .values(rows)
      .onConflict((row) => row.doNothing())
      .returning('hash')
      .execute()
    added += inserted.length
  }
  return added
}

/** Returns the day's salt: the one that some node has made, else this. */
export async function ensureSalt(db: Queryable, day: string, generatedSalt: string): Promise<string> {
  await db
    .insertInto('visitSalts')
    .values({ day, salt: generatedSalt })
    .onConflict((row) => row.doNothing())
    .execute()
  const inserted = await db.selectFrom('visitSalts').select('salt').where('day', '=', day).executeTakeFirstOrThrow()
  return inserted.salt
}

/** Deletes the salts and hashes of the days before one. */
export async function deleteVisitors(db: Queryable, before: string): Promise<void> {
  await db.deleteFrom('visitSalts').where('day', '<', before).execute()
  await db.deleteFrom('visitorHashes').where('day', '<', before).execute()
}

/** Deletes the days' counts by name before one; the months' and the sums stay. */
export const deleteOldDays = (db: Queryable, before: string) =>
  db
    .deleteFrom('visitCounts')
    .where('kind', 'in', ['page', 'product', 'referrer', 'device'])
    .where('period', '<', before)
    .where('period', 'like', DAY)
    .execute()

/** Lists a day's names of a kind. */
export const listNames = async (db: Queryable, kind: VisitKind, period: string): Promise<string[]> =>
  (
    await db.selectFrom('visitCounts').select('name').where('kind', '=', kind).where('period', '=', period).execute()
  ).map(({ name }) => name)

/** Views and visitors, day by day, both days included. */
export const listDays = (db: Queryable, from: string, to: string) =>
  db
    .selectFrom('visitCounts')
    .select(['kind', 'period', 'count'])
    .where('kind', 'in', ['views', 'visitors'])
    .where('name', '=', '')
    .where('period', '>=', from)
    .where('period', '<=', to)
    .where('period', 'like', DAY)
    .execute()

const sumByName = (db: Queryable, kind: VisitKind, periods: readonly string[]) =>
  db
    .selectFrom('visitCounts')
    .where('kind', '=', kind)
    .where('period', 'in', [...periods])

/** Lists a kind's names over periods, the most viewed first. */
export const listByName = async (db: Queryable, kind: VisitKind, periods: readonly string[], limit: number) => {
  const rows = await sumByName(db, kind, periods)
    .groupBy('name')
    .select((eb) => ['name', eb.fn.sum<number>('count').as('sum')])
    .orderBy('sum', 'desc')
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ name, sum }) => ({ name, count: Number(sum) }))
}

/** Lists the products whose pages were viewed most over periods, of those that are not in the recycle bin. */
export const listMostViewed = async (db: Queryable, periods: readonly string[], limit: number) => {
  const rows = await db
    .selectFrom(
      sumByName(db, 'product', periods)
        .groupBy('name')
        .select((eb) => ['name as productId', eb.fn.sum<number>('count').as('sum')])
        .as('viewed'),
    )
    .innerJoin('products', 'products.id', 'viewed.productId')
    .where('products.deletedAt', 'is', null)
    .select(['products.id', 'products.catalogue', 'products.name', 'products.category', 'products.rating'])
    .select(['products.views as viewsInAll', 'viewed.sum'])
    .orderBy('viewed.sum', 'desc')
    .orderBy('products.name')
    .limit(limit)
    .execute()
  return rows.map(({ sum, ...product }) => ({ ...product, count: Number(sum) }))
}

/** Counts products per category, and their views over periods. */
export const listCategories = async (db: Queryable, periods: readonly string[], limit: number) => {
  const rows = await db
    .selectFrom('products')
    .leftJoin(
      sumByName(db, 'product', periods)
        .groupBy('name')
        .select((eb) => ['name as productId', eb.fn.sum<number>('count').as('sum')])
        .as('viewed'),
      'viewed.productId',
      'products.id',
    )
    .where('products.deletedAt', 'is', null)
    .groupBy('products.category')
    .select((eb) => [
      'products.category as name',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number | null>('viewed.sum').as('views'),
    ])
    .orderBy('count', 'desc')
    .orderBy('products.category')
    .limit(limit)
    .execute()
  return rows.map(({ name, count, views }) => ({ name, count: Number(count), views: Number(views ?? 0) }))
}
