/** Rows of members' reviews, joined with their products and authors. */
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Affiliation, MemberReviewStatus } from '#contracts/member-reviews/choices.ts'
import type { ReviewSort } from '#contracts/member-reviews/sorts.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { getDatabaseKind } from '#server/platform/database/database-kind.ts'
import { isAmong, type NumberSet, toNumberSet } from '#server/platform/database/number-set.ts'
import type { MemberReviewsTable } from '#server/platform/database/tables/reviews.ts'
import {
  findNextOrdinal,
  indexText,
  listContaining,
  listOrdinals,
  reindexText,
  TEXT_INDEXES,
} from '#server/platform/database/text-indexes.ts'
import { contains } from '#server/platform/database/text-search.ts'

/** The lock that every change of a review takes, so that changes are serialized. */
export const REVIEWS_LOCK = 'member-reviews'

export type ReviewRow = Selectable<MemberReviewsTable>
/** A review with its product and its author, which is `null` for a sample. */
export type ReviewWithContext = ReviewRow & {
  catalogue: Catalogue
  productName: string
  isProductActive: boolean
  productDeletedAt: string | null
  productCompany: string
  productContact: string
  productDetailsJson: unknown
  authorName: string | null
  authorEmail: string | null
  authorCompany: string | null
  authorEmailVerifiedAt: string | null
}

const selectReviewsWithContext = (db: Queryable) =>
  db
    .selectFrom('memberReviews')
    .innerJoin('products', 'products.id', 'memberReviews.productId')
    .leftJoin('users', 'users.id', 'memberReviews.userId')

const withContext = (query: ReturnType<typeof selectReviewsWithContext>) =>
  query
    .selectAll('memberReviews')
    .select([
      'products.catalogue',
      'products.name as productName',
      'products.isActive as isProductActive',
      'products.deletedAt as productDeletedAt',
      'products.company as productCompany',
      'products.contactEmail as productContact',
      'products.detailsJson as productDetailsJson',
      'users.name as authorName',
      'users.email as authorEmail',
      'users.company as authorCompany',
      'users.emailVerifiedAt as authorEmailVerifiedAt',
    ])

/** Inserts a review with its search texts. The caller must have taken `REVIEWS_LOCK`. */
export async function insertReview(
  db: Queryable,
  row: Omit<Insertable<MemberReviewsTable>, 'catalogue' | 'productNumber' | 'ordinal'>,
): Promise<void> {
  const { catalogue, number } = await db
    .selectFrom('products')
    .select(['catalogue', 'number'])
    .where('id', '=', row.productId)
    .executeTakeFirstOrThrow()
  const ordinal = await findNextOrdinal(db, 'member_reviews')
  await db
    .insertInto('memberReviews')
    .values({ ...row, catalogue, productNumber: number, ordinal })
    .execute()
  await indexText(db, TEXT_INDEXES.memberReviews, ordinal, row.searchText)
}

/** Updates a review and increments its version. */
export async function updateReview(
  db: Queryable,
  id: string,
  values: Omit<Updateable<MemberReviewsTable>, 'id' | 'version' | 'ordinal'>,
): Promise<void> {
  const { ordinal } = await db
    .updateTable('memberReviews')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('ordinal')
    .executeTakeFirstOrThrow()
  if (values.searchText !== undefined) await reindexText(db, TEXT_INDEXES.memberReviews, ordinal, values.searchText)
}

export const findReview = (db: Queryable, id: string): Promise<ReviewWithContext | undefined> =>
  withContext(selectReviewsWithContext(db)).where('memberReviews.id', '=', id).executeTakeFirst()

export const findReviewByAuthor = (
  db: Queryable,
  productId: string,
  userId: string,
): Promise<ReviewWithContext | undefined> =>
  withContext(selectReviewsWithContext(db))
    .where('memberReviews.productId', '=', productId)
    .where('memberReviews.userId', '=', userId)
    .executeTakeFirst()

/** Lists a member's own reviews, newest first, including those of inactive or deleted products. */
export const listReviewsByAuthor = (db: Queryable, userId: string): Promise<ReviewWithContext[]> =>
  withContext(selectReviewsWithContext(db))
    .where('memberReviews.userId', '=', userId)
    .orderBy('memberReviews.submittedAt', 'desc')
    .orderBy('memberReviews.id')
    .execute()

/** Selects a product's published reviews by a covering index for rating and sorting. */
const publishedReviews = (db: Queryable, productId: string) =>
  db
    .selectFrom('memberReviews')
    .where('productNumber', '=', (eb) => eb.selectFrom('products').select('number').where('id', '=', productId))
    .where('publishedParts', 'is not', null)

/**
 * Lists ratings and weighting factors of all published reviews of a product, for its summary. A covering index returns
 * them in a stable order, so that floating-point sums are stable too.
 */
export const listRatingColumns = (db: Queryable, productId: string) =>
  publishedReviews(db, productId)
    .select(['publishedRatings', 'publishedParts', 'publishedAffiliation', 'writtenAt', 'isVerified'])
    .orderBy('ordinal')
    .execute()

const ORDERS = {
  helpful: ['helpful', 'desc'],
  newest: ['writtenAt', 'desc'],
  highest: ['publishedRating', 'desc'],
  lowest: ['publishedRating', 'asc'],
} as const satisfies Record<ReviewSort, readonly [string, 'asc' | 'desc']>

/** Lists a page of a product's published reviews with their authors' names; ties newest first. */
export async function listPublishedReviews(
  db: Queryable,
  productId: string,
  { sort, limit, offset }: { sort: ReviewSort; limit: number; offset: number },
) {
  const page = await publishedReviews(db, productId)
    .select('id')
    .orderBy(ORDERS[sort][0], ORDERS[sort][1])
    .orderBy('writtenAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  if (page.length === 0) return []
  const ids = page.map(({ id }) => id)
  return db
    .selectFrom('memberReviews')
    .leftJoin('users', 'users.id', 'memberReviews.userId')
    .selectAll('memberReviews')
    .select('users.name as authorName')
    .where('memberReviews.id', 'in', ids)
    .orderBy(`memberReviews.${ORDERS[sort][0]}`, ORDERS[sort][1])
    .orderBy('memberReviews.writtenAt', 'desc')
    .orderBy('memberReviews.id')
    .execute()
}

/** Lists products with a published review or a stored rating, after an id: keyset pagination. */
export const listRatedProducts = (db: Queryable, after: string, limit: number) =>
  db
    .selectFrom('products')
    .select(['id', 'memberRating', 'memberReviewCount'])
    .where('id', '>', after)
    .where((eb) =>
      eb.or([
        eb('memberReviewCount', '>', 0),
        eb.exists(
          eb
            .selectFrom('memberReviews')
            .select('memberReviews.id')
            .whereRef('memberReviews.productId', '=', 'products.id')
            .where('memberReviews.publishedJson', 'is not', null),
        ),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Lists products hidden from visitors. The condition must match that of the partial index, which contains only these.
 */
export const listHiddenProducts = async (db: Queryable): Promise<NumberSet> => {
  const rows = await db
    .selectFrom('products')
    .select('number')
    .where(sql<boolean>`(not is_active or deleted_at is not null)`)
    .$narrowType<{ number: number }>()
    .execute()
  return toNumberSet([rows.map(({ number }) => number)])
}

/** Selects the published reviews that statistics include: no samples, and none of hidden products. */
const selectCountedReviews = (db: Queryable, hiddenProducts: NumberSet) =>
  db
    .selectFrom('memberReviews')
    .where(sql<boolean>`not is_sample`)
    .where('publishedParts', 'is not', null)
    .where(sql<boolean>`not (${isAmong(db, 'product_number', hiddenProducts)})`)

/** A class of reviews with the same weight at the same age. */
export type WeightClass = { isVerified: boolean; parts: number }

/**
 * Counts the reviews of a class by affiliation and rating, except those of hidden products: in total, and those written
 * up to each cutoff.
 */
export function countRatings(
  db: Queryable,
  {
    isVerified,
    parts,
    cutoffs,
    hiddenProducts,
  }: WeightClass & { cutoffs: readonly string[]; hiddenProducts: NumberSet },
) {
  const counts = cutoffs.map((cutoff) => sql`sum(case when written_at <= ${cutoff} then 1 else 0 end)`)
  const list = sql.join([sql`count(*)`, ...counts], sql` || ',' || `)
  return selectCountedReviews(db, hiddenProducts)
    .select(['publishedAffiliation', 'publishedRating', sql<string>`${list}`.as('counts')])
    .where('isVerified', '=', isVerified)
    .where('publishedParts', '=', parts)
    .groupBy(['publishedAffiliation', 'publishedRating'])
    .execute()
}

/**
 * Counts the products with reviews, except hidden ones, and those among them with at least `minReviews` by authors of
 * the given affiliations.
 */
export async function countRatedProducts(
  db: Queryable,
  {
    affiliations,
    minReviews,
    hiddenProducts,
  }: { affiliations: readonly Affiliation[]; minReviews: number; hiddenProducts: NumberSet },
): Promise<{ products: number; ratedProducts: number }> {
  const { rows } = await sql<{ products: number; ratedProducts: number | null }>`select count(*) as products,
    sum(case when counted >= ${minReviews} then 1 else 0 end) as "ratedProducts"
    from (select sum(case when published_affiliation in (${sql.join(affiliations)}) then 1 else 0 end) as counted
      from (${selectCountedReviews(db, hiddenProducts).select(['productNumber', 'publishedAffiliation'])}) as rated
      group by product_number) as matching`.execute(db)
  return { products: Number(rows[0]?.products ?? 0), ratedProducts: Number(rows[0]?.ratedProducts ?? 0) }
}

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
  matches: NumberSet | undefined
  catalogue: Catalogue | undefined
  status: MemberReviewStatus | undefined
}

/** Products in the recycle bin are few, so selecting them first and excluding their reviews is fast. */
const selectRecycledProducts = (db: Queryable) =>
  db.selectFrom('products').select('id').where('deletedAt', 'is not', null)

/** Without the hint SQLite would read the larger index of all hidden products. */
const recycledIndexHint = (db: Queryable) =>
  getDatabaseKind(db) === 'sqlite' ? sql`indexed by products_recycled` : sql``

const lower = (column: string) => sql`lower(${sql.ref(column)})`

/**
 * Lists the matching reviews, by one index per condition; excludes recycled products. PostgreSQL runs the queries
 * concurrently.
 */
export async function listMatches(db: Queryable, { patterns, products, author }: ReviewSearch): Promise<NumberSet> {
  const listBy = (condition: RawBuilder<boolean>) => listOrdinals(db, 'member_reviews', condition)
  const lists: Promise<number[]>[] = []
  if (patterns.length > 0) lists.push(listContaining(db, TEXT_INDEXES.memberReviews, patterns))
  if (products.length > 0) lists.push(listBy(isAmong(db, 'product_number', toNumberSet([products]))))
  if (author !== undefined)
    lists.push(
      listBy(sql`user_id in (select id from users
        where ${contains(lower('name'), author)} or ${contains(lower('email'), author)})`),
    )
  const [recycled, ...matching] = await Promise.all([
    listBy(sql`product_number in (select number from products ${recycledIndexHint(db)} where deleted_at is not null)`),
    ...lists,
  ])
  return toNumberSet(matching, recycled)
}

function filterByColumns(db: Queryable, { catalogue, status }: Pick<ModerationFilter, 'catalogue' | 'status'>) {
  let query = db.selectFrom('memberReviews')
  if (catalogue) query = query.where('memberReviews.catalogue', '=', catalogue)
  return status ? query.where('memberReviews.status', '=', status) : query
}

function filterReviews(db: Queryable, filter: ModerationFilter) {
  const query = filterByColumns(db, filter)
  return filter.matches
    ? query.where(isAmong(db, 'ordinal', filter.matches))
    : query.where('productId', 'not in', selectRecycledProducts(db))
}

type Page = { limit: number; offset: number }

/** Lists a page of pending reviews, oldest first, by a covering index. */
export const listPending = (db: Queryable, filter: ModerationFilter, page: Page): Promise<ReviewWithContext[]> =>
  listPage(db, filterReviews(db, { ...filter, status: 'pending' }), 'asc', page)

/** Lists a page of decided reviews, newest first. */
export function listDecidedReviews(db: Queryable, filter: ModerationFilter, page: Page): Promise<ReviewWithContext[]> {
  const query = filterReviews(db, filter)
  return listPage(db, filter.status ? query : query.where('status', '!=', 'pending'), 'desc', page)
}

async function listPage(
  db: Queryable,
  query: ReturnType<typeof filterReviews>,
  order: 'asc' | 'desc',
  { limit, offset }: Page,
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
  return withContext(selectReviewsWithContext(db))
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

/** Counts reviews submitted since a time, by a member or from a network. */
export function countReviewsSince(
  db: Queryable,
  since: string,
  by: { userId: string } | { addressHash: string },
): Promise<number> {
  const recent = db.selectFrom('memberReviews').where('submittedAt', '>', since)
  return countRows(
    'userId' in by ? recent.where('userId', '=', by.userId) : recent.where('addressHash', '=', by.addressHash),
  )
}

/** Counts the reviews from several networks since a time, by author. */
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

/** Counts the published reviews of products without a reply. */
export const countUnanswered = async (db: Queryable, productIds: readonly string[]) =>
  productIds.length === 0
    ? []
    : db
        .selectFrom('memberReviews')
        .select((eb) => ['productId', eb.fn.countAll<number>().as('count')])
        .where('productId', 'in', productIds)
        .where('publishedJson', 'is not', null)
        .where('replyText', 'is', null)
        .groupBy('productId')
        .execute()

/** Lists the ids of a product's reviews that a reader has marked as helpful. */
export async function listHelpfulMarks(db: Queryable, productId: string, userId: string): Promise<string[]> {
  const marks = await db
    .selectFrom('reviewHelpfulMarks')
    .innerJoin('memberReviews', 'memberReviews.id', 'reviewHelpfulMarks.reviewId')
    .select('reviewId')
    .where('memberReviews.productId', '=', productId)
    .where('reviewHelpfulMarks.userId', '=', userId)
    .execute()
  return marks.map(({ reviewId }) => reviewId)
}

/** Inserts a reader's mark. Returns whether it is new. */
export const insertHelpfulMark = async (
  db: Queryable,
  mark: { reviewId: string; userId: string; createdAt: string },
): Promise<boolean> => {
  const inserted = await db
    .insertInto('reviewHelpfulMarks')
    .values(mark)
    .onConflict((row) => row.columns(['reviewId', 'userId']).doNothing())
    .returning('reviewId')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Deletes a reader's mark. Returns whether it existed. */
export const deleteHelpfulMark = async (
  db: Queryable,
  mark: { reviewId: string; userId: string },
): Promise<boolean> => {
  const deleted = await db
    .deleteFrom('reviewHelpfulMarks')
    .where('reviewId', '=', mark.reviewId)
    .where('userId', '=', mark.userId)
    .returning('reviewId')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Adds to the number of marks without a new version. Returns the new number. */
export const changeHelpfulCount = async (db: Queryable, id: string, change: 1 | -1): Promise<number> => {
  const row = await db
    .updateTable('memberReviews')
    .set((eb) => ({ helpful: eb('helpful', '+', change) }))
    .where('id', '=', id)
    .returning('helpful')
    .executeTakeFirst()
  return row?.helpful ?? 0
}

/** Lists up to `limit` reviews withdrawn before a time. */
export const listWithdrawnBefore = (db: Queryable, before: string, limit: number) =>
  db
    .selectFrom('memberReviews')
    .innerJoin('products', 'products.id', 'memberReviews.productId')
    .select(['memberReviews.id', 'products.name as productName'])
    .where('memberReviews.status', '=', 'withdrawn')
    .where('memberReviews.updatedAt', '<', before)
    .limit(limit)
    .execute()

export const deleteReview = (db: Queryable, id: string) => db.deleteFrom('memberReviews').where('id', '=', id).execute()

/** Removes all marks of a reader, and subtracts them from the reviews' counts. */
export async function removeHelpfulMarksByUser(db: Queryable, userId: string): Promise<void> {
  await db
    .updateTable('memberReviews')
    .set((eb) => ({ helpful: eb('helpful', '-', 1) }))
    .where('id', 'in', (eb) => eb.selectFrom('reviewHelpfulMarks').select('reviewId').where('userId', '=', userId))
    .execute()
  await db.deleteFrom('reviewHelpfulMarks').where('userId', '=', userId).execute()
}
