/** Counts rows of other modules' tables for the analytics. Read-only. */
import { CATALOGUES, LEAD_STATUSES, RECOMMENDATIONS, SUBMISSION_STATUSES } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'

const toNumber = (row: { count: number | null } | undefined) => Number(row?.count ?? 0)

/** Counts the products that exist now, or existed at a time if one is given. */
export const countProducts = async (db: Queryable, at?: string): Promise<number> => {
  const query = db.selectFrom('products').select((eb) => eb.fn.countAll<number>().as('count'))
  const now = toNumber(await query.where('deletedAt', 'is', null).executeTakeFirst())
  if (at === undefined) return now
  // Counting the changes since then reads fewer rows than counting all products of that time.
  const added = await query.where('createdAt', '>=', at).where('deletedAt', 'is', null).executeTakeFirst()
  const removed = await query
    .where('catalogue', 'in', CATALOGUES)
    .where('deletedAt', '>=', at)
    .where('createdAt', '<', at)
    .executeTakeFirst()
  return now - toNumber(added) + toNumber(removed)
}

/** Counts the active accounts, or only those created before `at` if it is given. */
export const countActiveUsers = async (db: Queryable, at?: string): Promise<number> => {
  const query = db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'active')
  return toNumber(await (at === undefined ? query : query.where('createdAt', '<', at)).executeTakeFirst())
}

/** Counts the submissions that are pending, now or at a time. */
export const countPending = async (db: Queryable, at?: string): Promise<number> => {
  const query = db
    .selectFrom('submissions')
    .where('deletedAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
  const pending = query.where('status', '=', 'pending')
  if (at === undefined) return toNumber(await pending.executeTakeFirst())
  const waiting = await pending.where('createdAt', '<', at).executeTakeFirst()
  const decided = await query
    .where('reviewedAt', '>=', at)
    .where('createdAt', '<', at)
    .where('status', '!=', 'pending')
    .executeTakeFirst()
  return toNumber(waiting) + toNumber(decided)
}

/** Timestamps: `from` is inclusive, `before` is exclusive. */
type TimeSpan = { from: string; before: string }

// Each of these queries lists every status, so that SQLite counts along an index, one status after another, without
// sorting.

/** Counts the submissions created in a time span, by their current status. */
export const countSubmissions = (db: Queryable, { from, before }: TimeSpan) =>
  db
    .selectFrom('submissions')
    .where('deletedAt', 'is', null)
    .where('status', 'in', SUBMISSION_STATUSES)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', before)
    .groupBy('status')
    .select((eb) => ['status as name', eb.fn.countAll<number>().as('count')])
    .execute()

/** Counts the leads created in a time span, by their current status. */
export const countLeads = (db: Queryable, { from, before }: TimeSpan) =>
  db
    .selectFrom('leads')
    .where('status', 'in', LEAD_STATUSES)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', before)
    .groupBy('status')
    .select((eb) => ['status as name', eb.fn.countAll<number>().as('count')])
    .execute()

/** Counts the reports created in a time span, by their recommendation. */
export const countReports = (db: Queryable, { from, before }: TimeSpan) =>
  db
    .selectFrom('reports')
    .where('recommendation', 'in', RECOMMENDATIONS)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', before)
    .groupBy('recommendation')
    .select((eb) => ['recommendation as name', eb.fn.countAll<number>().as('count')])
    .execute()
