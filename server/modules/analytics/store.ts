/** Counts over what other modules keep, for figures alone: it reads, and decides nothing. */
import type { Queryable } from '#server/platform/database/database.ts'

const countFrom = (row: { count: number | null } | undefined) => Number(row?.count ?? 0)

/** Products that were there at a moment; those of now if none is given. */
export const countProducts = async (db: Queryable, at?: string): Promise<number> => {
  const counted = db.selectFrom('products').select((eb) => eb.fn.countAll<number>().as('count'))
  const row = await (at === undefined
    ? counted.where('deletedAt', 'is', null)
    : counted.where('createdAt', '<', at).where((eb) => eb.or([eb('deletedAt', 'is', null), eb('deletedAt', '>=', at)]))
  ).executeTakeFirst()
  return countFrom(row)
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
  const row = await (at === undefined
    ? counted.where('status', '=', 'pending')
    : counted
        .where('createdAt', '<', at)
        .where((eb) => eb.or([eb('status', '=', 'pending'), eb('reviewedAt', '>=', at)]))
  ).executeTakeFirst()
  return countFrom(row)
}

/** Moments: `from` is included, `before` is not. */
type TimeSpan = { from: string; before: string }

/** Submissions that came in a span, by what became of them. */
export const countSubmissions = (db: Queryable, { from, before }: TimeSpan) =>
  db
    .selectFrom('submissions')
    .where('deletedAt', 'is', null)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', before)
    .groupBy('status')
    .select((eb) => ['status as name', eb.fn.countAll<number>().as('count')])
    .execute()

/** Leads that came in a span, by their status now. */
export const countLeads = (db: Queryable, { from, before }: TimeSpan) =>
  db
    .selectFrom('leads')
    .where('createdAt', '>=', from)
    .where('createdAt', '<', before)
    .groupBy('status')
    .select((eb) => ['status as name', eb.fn.countAll<number>().as('count')])
    .execute()

/** Reports that were made in a span, by what they recommend. */
export const countReports = (db: Queryable, { from, before }: TimeSpan) =>
  db
    .selectFrom('reports')
    .where('createdAt', '>=', from)
    .where('createdAt', '<', before)
    .groupBy('recommendation')
    .select((eb) => ['recommendation as name', eb.fn.countAll<number>().as('count')])
    .execute()
