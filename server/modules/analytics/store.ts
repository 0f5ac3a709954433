/** Counts over what other modules keep, for figures alone: it reads, and decides nothing. */
import { CATALOGUES, LEAD_STATUSES, RECOMMENDATIONS, SUBMISSION_STATUSES } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'

const countFrom = (row: { count: number | null } | undefined) => Number(row?.count ?? 0)

/** Products that were there at a moment; those of now if none is given. */
export const countProducts = async (db: Queryable, at?: string): Promise<number> => {
  const counted = db.selectFrom('products').select((eb) => eb.fn.countAll<number>().as('count'))
  const now = countFrom(await counted.where('deletedAt', 'is', null).executeTakeFirst())
  if (at === undefined) return now
  // What has changed since is less than all that was there.
  const added = await counted.where('createdAt', '>=', at).where('deletedAt', 'is', null).executeTakeFirst()
  const removed = await counted
    .where('catalogue', 'in', CATALOGUES)
    .where('deletedAt', '>=', at)
    .where('createdAt', '<', at)
    .executeTakeFirst()
  return now - countFrom(added) + countFrom(removed)
}

/** Active accounts; those of them that were there at a moment, if one is given. */
export const countActiveUsers = async (db: Queryable, at?: string): Promise<number> => {
  const counted = db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'active')
  return countFrom(await (at === undefined ? counted : counted.where('createdAt', '<', at)).executeTakeFirst())
}

/** Submissions that wait, or waited at a moment. */
export const countPending = async (db: Queryable, at?: string): Promise<number> => {
  const counted = db
    .selectFrom('submissions')
    .where('deletedAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
  const pending = counted.where('status', '=', 'pending')
  if (at === undefined) return countFrom(await pending.executeTakeFirst())
  const waiting = await pending.where('createdAt', '<', at).executeTakeFirst()
  const decided = await counted
    .where('reviewedAt', '>=', at)
    .where('createdAt', '<', at)
    .where('status', '!=', 'pending')
    .executeTakeFirst()
  return countFrom(waiting) + countFrom(decided)
}

/** Moments: `from` is included, `before` is not. */
type TimeSpan = { from: string; before: string }

// Each of these names every status there is: SQLite then counts one after another along an index, and sorts nothing.

/** Submissions that came in a span, by what became of them. */
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

/** Leads that came in a span, by their status now. */
export const countLeads = (db: Queryable, { from, before }: TimeSpan) =>
  db
    .selectFrom('leads')
    .where('status', 'in', LEAD_STATUSES)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', before)
    .groupBy('status')
    .select((eb) => ['status as name', eb.fn.countAll<number>().as('count')])
    .execute()

/** Reports that were made in a span, by what they recommend. */
export const countReports = (db: Queryable, { from, before }: TimeSpan) =>
  db
    .selectFrom('reports')
    .where('recommendation', 'in', RECOMMENDATIONS)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', before)
    .groupBy('recommendation')
    .select((eb) => ['recommendation as name', eb.fn.countAll<number>().as('count')])
    .execute()
