import { type RawBuilder, sql } from 'kysely'
import type { MemberReviewStatus } from '#contracts/member-reviews/choices.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { isReported as isReportedText } from '#server/modules/abuse-reports/service.ts'
import { type AssigneeCondition, isAssignedTo } from '#server/modules/assignments/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { getDialect } from '#server/platform/database/dialects/dialects.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import {
  contains,
  isAmong,
  listContaining,
  listOrdinals,
  TEXT_INDEXES,
} from '#server/platform/database/text-indexes.ts'
import { type ReviewWithContext, selectReviewsWithContext } from '../store.ts'

/** Search conditions: text, product name, author. An empty list matches nothing. */
export type ReviewSearch = {
  /** Patterns for review texts, from `buildSearchPatterns`. */
  patterns: readonly string[]
  /** The numbers of products whose names match. */
  products: readonly number[]
  /** Part of an author's name or email address, in lower case; `undefined` for users who may not see them. */
  author: string | undefined
}

export type ModerationFilter = {
  /** The reviews that match a search, by their ordinals; `undefined` without a search. */
  matches: readonly number[] | undefined
  catalogue: Catalogue | undefined
  status: MemberReviewStatus | undefined
  assignee: AssigneeCondition | undefined
  /** Selects only pending reviews whose deadline was at or before this time. */
  dueUntil: string | undefined
  /** Selects only published reviews with open reports of members. */
  isReported: boolean
}

/** Products in the recycle bin are few, so selecting them first and excluding their reviews is fast. */
const selectRecycledProducts = (db: Queryable) =>
  db.selectFrom('products').select('id').where('deletedAt', 'is not', null)

/** Without the hint the planner may read the larger index of all hidden products. */
const getRecycledIndexHint = (db: Queryable) => getDialect(db).useIndex('products_recycled')

const lower = (column: string) => sql`lower(${sql.ref(column)})`

/**
 * Lists the matching reviews, by one index per condition; excludes recycled products. PostgreSQL runs the queries
 * concurrently.
 */
export async function listMatches(db: Queryable, { patterns, products, author }: ReviewSearch): Promise<number[]> {
  const listBy = (condition: RawBuilder<boolean>) => listOrdinals(db, 'member_reviews', condition)
  const lists: Promise<number[]>[] = []
  if (patterns.length > 0) lists.push(listContaining(db, TEXT_INDEXES.memberReviews, patterns))
  if (products.length > 0) lists.push(listBy(isAmong(db, 'product_number', products)))
  if (author !== undefined)
    lists.push(
      listBy(sql`user_id in (select id from users
        where ${contains(lower('name'), author)} or ${contains(lower('email'), author)})`),
    )
  const [recycled, ...matching] = await Promise.all([
    listBy(
      sql`product_number in (select number from products ${getRecycledIndexHint(db)} where deleted_at is not null)`,
    ),
    ...lists,
  ])
  return [...new Set(matching.flat()).difference(new Set(recycled))]
}

function filterByColumns(
  db: Queryable,
  { catalogue, status, assignee, dueUntil, isReported }: Omit<ModerationFilter, 'matches'>,
) {
  let query = db.selectFrom('memberReviews')
  if (catalogue) query = query.where('memberReviews.catalogue', '=', catalogue)
  if (assignee) query = query.where(isAssignedTo('memberReviews.assigneeId', assignee))
  if (isReported)
    query = query.where('publishedJson', 'is not', null).where(isReportedText('review', 'memberReviews.id'))
  if (dueUntil !== undefined)
    query = query.where('memberReviews.status', '=', 'pending').where('memberReviews.assignmentDueAt', '<=', dueUntil)
  return status ? query.where('memberReviews.status', '=', status) : query
}

function filterReviews(db: Queryable, filter: ModerationFilter) {
  const query = filterByColumns(db, filter)
  return filter.matches
    ? query.where(isAmong(db, 'ordinal', filter.matches))
    : query.where('productId', 'not in', selectRecycledProducts(db))
}

/** Lists a page of pending reviews, oldest first, by a covering index. */
export const listPending = (db: Queryable, filter: ModerationFilter, page: RowRange): Promise<ReviewWithContext[]> =>
  listPage(db, filterReviews(db, { ...filter, status: 'pending' }), 'asc', page)

/** Lists a page of decided reviews, newest first. */
export function listDecidedReviews(
  db: Queryable,
  filter: ModerationFilter,
  page: RowRange,
): Promise<ReviewWithContext[]> {
  const query = filterReviews(db, filter)
  return listPage(db, filter.status ? query : query.where('status', '!=', 'pending'), 'desc', page)
}

async function listPage(
  db: Queryable,
  query: ReturnType<typeof filterReviews>,
  order: 'asc' | 'desc',
  { limit, offset }: RowRange,
): Promise<ReviewWithContext[]> {
  if (limit <= 0) return []
  const page = await query
    .select('id')
    .orderBy('submittedAt', order)
    .orderBy('id', order)
    .limit(limit)
    .offset(offset)
    .execute()
  if (page.length === 0) return []
  const ids = page.map(({ id }) => id)
  return selectReviewsWithContext(db)
    .where('memberReviews.id', 'in', ids)
    .orderBy('memberReviews.submittedAt', order)
    .orderBy('memberReviews.id', order)
    .execute()
}

/** Counts matching reviews by status. */
export async function countModeratedReviews(
  db: Queryable,
  filter: ModerationFilter,
): Promise<ReadonlyMap<MemberReviewStatus, number>> {
  if (filter.matches) return toCounts(await countByStatus(filterReviews(db, filter)))
  // Reviews of recycled products are few: counting and subtracting them avoids a join for all others.
  const totals = toCounts(await countByStatus(filterByColumns(db, filter)))
  const recycled = await countByStatus(
    filterByColumns(db, filter).innerJoin('products', (join) =>
      join
        .onRef('products.id', '=', 'memberReviews.productId')
        .on('products.catalogue', 'in', CATALOGUES)
        .on('products.deletedAt', 'is not', null),
    ),
  )
  for (const { status, count } of recycled) totals.set(status, (totals.get(status) ?? 0) - Number(count))
  return totals
}

const toCounts = (rows: readonly { status: MemberReviewStatus; count: number }[]) =>
  new Map(rows.map(({ status, count }) => [status, Number(count)]))

const countByStatus = (query: ReturnType<typeof filterByColumns>) =>
  query
    .groupBy('memberReviews.status')
    .select((eb) => ['memberReviews.status', eb.fn.countAll<number>().as('count')])
    .execute()

/** Counts the reviews submitted since a time from each of several networks, given as keyed hashes, by author. */
export const countByAddress = async (
  db: Queryable,
  hashes: readonly string[],
  since: string,
): Promise<{ addressHash: string; userId: string | null; count: number }[]> => {
  if (hashes.length === 0) return []
  const rows = await db
    .selectFrom('memberReviews')
    .select((eb) => ['addressHash', 'userId', eb.fn.countAll<number>().as('count')])
    .where('addressHash', 'in', hashes)
    .where('submittedAt', '>', since)
    .groupBy(['addressHash', 'userId'])
    .execute()
  return rows.map(({ addressHash, userId, count }) => ({ addressHash, userId, count: Number(count) }))
}

/** Lists the pending reviews of an assignee, oldest first, up to a limit; none of recycled products. */
export const listAssignedReviews = (db: Queryable, assigneeId: string, limit: number): Promise<ReviewWithContext[]> =>
  selectReviewsWithContext(db)
    .where('memberReviews.assigneeId', '=', assigneeId)
    .where('memberReviews.status', '=', 'pending')
    .where('products.deletedAt', 'is', null)
    .orderBy('memberReviews.submittedAt')
    .orderBy('memberReviews.id')
    .limit(limit)
    .execute()
