/** Counts rows of other modules' tables for the analytics. Read-only. */
import { sql } from 'kysely'
import { SUBMISSION_STATUSES } from '#contracts/submissions/statuses.ts'
import { CATALOGUES, LEAD_STATUSES, RECOMMENDATIONS } from '#contracts/vocabulary.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Counts the products that existed at a time; those that exist now if `at` is omitted. */
export const countProducts = async (db: Queryable, at?: string): Promise<number> => {
  const products = db.selectFrom('products')
  const existing = products.where('deletedAt', 'is', null)
  const existingCount = await countRows(existing)
  if (at === undefined) return existingCount
  // Counting the changes since `at` reads fewer rows than counting all products that existed then.
  const createdCount = await countRows(existing.where('createdAt', '>=', at))
  const deletedCount = await countRows(
    products.where('catalogue', 'in', CATALOGUES).where('deletedAt', '>=', at).where('createdAt', '<', at),
  )
  return existingCount - createdCount + deletedCount
}

/** Counts the accounts that are active now. With `at`, counts only those created before that time. */
export const countActiveUsers = (db: Queryable, at?: string): Promise<number> => {
  const active = db.selectFrom('users').where('status', '=', 'active')
  return countRows(at === undefined ? active : active.where('createdAt', '<', at))
}

/** Counts the submissions that were pending at a time; those that are pending now if `at` is omitted. */
export const countPendingSubmissions = async (db: Queryable, at?: string): Promise<number> => {
  const submissions = db.selectFrom('submissions').where('deletedAt', 'is', null)
  const pending = submissions.where('status', '=', 'pending')
  if (at === undefined) return countRows(pending)
  const stillPendingCount = await countRows(pending.where('createdAt', '<', at))
  const reviewedSinceCount = await countRows(
    submissions.where('reviewedAt', '>=', at).where('createdAt', '<', at).where('status', '!=', 'pending'),
  )
  return stillPendingCount + reviewedSinceCount
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
