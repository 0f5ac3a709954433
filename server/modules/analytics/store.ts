/** Counts over what other modules keep, for the dashboard alone: it reads, and decides nothing. */
import type { Queryable } from '#server/platform/database/database.ts'

/** Adds one view to a page's day, in the database itself, so that views at once all count. */
export const countPageView = (db: Queryable, view: { path: string; day: string; productId: string | null }) =>
  db
    .insertInto('pageViews')
    .values({ ...view, views: 1 })
    .onConflict((row) => row.columns(['path', 'day']).doUpdateSet((eb) => ({ views: eb('pageViews.views', '+', 1) })))
    .execute()

const numberOf = (row: { count: number | null } | undefined) => Number(row?.count ?? 0)

/** Products that were there at a moment; those of now where none is given. */
export const countProducts = async (db: Queryable, at?: string): Promise<number> => {
  const counted = db.selectFrom('products').select((eb) => eb.fn.countAll<number>().as('count'))
  const row = await (at === undefined
    ? counted.where('deletedAt', 'is', null)
    : counted.where('createdAt', '<', at).where((eb) => eb.or([eb('deletedAt', 'is', null), eb('deletedAt', '>=', at)]))
  ).executeTakeFirst()
  return numberOf(row)
}

/** Active accounts; those of them that were there at a moment, where one is given. */
export const countActiveUsers = async (db: Queryable, at?: string): Promise<number> => {
  const counted = db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'active')
  return numberOf(await (at === undefined ? counted : counted.where('createdAt', '<', at)).executeTakeFirst())
}

/** Submissions that wait, or waited at a moment. */
export const countPending = async (db: Queryable, at?: string): Promise<number> => {
  const counted = db.selectFrom('submissions').select((eb) => eb.fn.countAll<number>().as('count'))
  const row = await (at === undefined
    ? counted.where('status', '=', 'pending')
    : counted
        .where('createdAt', '<', at)
        .where((eb) => eb.or([eb('status', '=', 'pending'), eb('reviewedAt', '>=', at)]))
  ).executeTakeFirst()
  return numberOf(row)
}

/** Page views of the days from one on, up to another (not included). */
export const sumPageViews = async (db: Queryable, from: string, before?: string): Promise<number> => {
  const summed = db
    .selectFrom('pageViews')
    .select((eb) => eb.fn.sum<number>('views').as('count'))
    .where('day', '>=', from)
  return numberOf(await (before === undefined ? summed : summed.where('day', '<', before)).executeTakeFirst())
}

/** The products whose pages were most looked at since a day, the most first. */
export const listMostViewed = (db: Queryable, since: string, limit: number) =>
  db
    .selectFrom('pageViews')
    .innerJoin('products', 'products.id', 'pageViews.productId')
    .where('pageViews.day', '>=', since)
    .where('products.deletedAt', 'is', null)
    .groupBy([
      'products.id',
      'products.catalogue',
      'products.name',
      'products.category',
      'products.rating',
      'products.views',
    ])
    .select((eb) => [
      'products.id',
      'products.catalogue',
      'products.name',
      'products.category',
      'products.rating',
      'products.views as viewsInAll',
      eb.fn.sum<number>('pageViews.views').as('recent'),
    ])
    .orderBy('recent', 'desc')
    .orderBy('products.name')
    .limit(limit)
    .execute()
