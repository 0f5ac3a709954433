/** Counts rows of other modules' tables for the analytics. Read-only. */
import { sql } from 'kysely'
import { CATALOGUES, LEAD_STATUSES, RECOMMENDATIONS, SUBMISSION_STATUSES } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'

const readCount = (row: { count: number | null } | undefined) => Number(row?.count ?? 0)

/** Counts the products that existed at a time; those that exist now if `at` is omitted. */
export const countProducts = async (db: Queryable, at?: string): Promise<number> => {
  const query = db.selectFrom('products').select((eb) => eb.fn.countAll<number>().as('count'))
  const existing = readCount(await query.where('deletedAt', 'is', null).executeTakeFirst())
  if (at === undefined) return existing
  // Counting the changes since `at` reads fewer rows than counting all products that existed then.
  const created = await query.where('createdAt', '>=', at).where('deletedAt', 'is', null).executeTakeFirst()
  const deleted = await query
    .where('catalogue', 'in', CATALOGUES)
    .where('deletedAt', '>=', at)
    .where('createdAt', '<', at)
    .executeTakeFirst()
  return existing - readCount(created) + readCount(deleted)
}

/** Counts the accounts that are active now. With `at`, counts only those created before that time. */
export const countActiveUsers = async (db: Queryable, at?: string): Promise<number> => {
  const query = db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'active')
  return readCount(await (at === undefined ? query : query.where('createdAt', '<', at)).executeTakeFirst())
}

/** Counts the submissions that were pending at a time; those that are pending now if `at` is omitted. */
export const countPendingSubmissions = async (db: Queryable, at?: string): Promise<number> => {
  const query = db
    .selectFrom('submissions')
    .where('deletedAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
  const pending = query.where('status', '=', 'pending')
  if (at === undefined) return readCount(await pending.executeTakeFirst())
  const stillPending = await pending.where('createdAt', '<', at).executeTakeFirst()
  const reviewedSince = await query
    .where('reviewedAt', '>=', at)
    .where('createdAt', '<', at)
    .where('status', '!=', 'pending')
    .executeTakeFirst()
  return readCount(stillPending) + readCount(reviewedSince)
}

/** Two timestamps: `start` is inclusive, `end` is exclusive. */
export type TimeRange = { start: string; end: string }

const isCreatedIn = ({ start, end }: TimeRange) => sql<boolean>`created_at >= ${start} and created_at < ${end}`

// Each of these queries lists every value of the column by which it groups, so that SQLite counts along an index, one
// value after another, without sorting.

/** Counts the submissions created in a time range, by their current status. */
export const countSubmissions = (db: Queryable, range: TimeRange) =>
  db
    .selectFrom('submissions')
    .where('deletedAt', 'is', null)
    .where('status', 'in', SUBMISSION_STATUSES)
    .where(isCreatedIn(range))
    .groupBy('status')
    .select((eb) => ['status as name', eb.fn.countAll<number>().as('count')])
    .execute()

/** Counts the leads created in a time range, by their current status. */
export const countLeads = (db: Queryable, range: TimeRange) =>
  db
    .selectFrom('leads')
    .where('status', 'in', LEAD_STATUSES)
    .where(isCreatedIn(range))
    .groupBy('status')
    .select((eb) => ['status as name', eb.fn.countAll<number>().as('count')])
    .execute()

/** Counts the reports created in a time range, by their recommendation. */
export const countReports = (db: Queryable, range: TimeRange) =>
  db
    .selectFrom('reports')
    .where('recommendation', 'in', RECOMMENDATIONS)
    .where(isCreatedIn(range))
    .groupBy('recommendation')
    .select((eb) => ['recommendation as name', eb.fn.countAll<number>().as('count')])
    .execute()
