import { sql } from 'kysely'
import type { Affiliation } from '#contracts/member-reviews/choices.ts'
import type { ReviewSort } from '#contracts/member-reviews/sorts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import { isAmong } from '#server/platform/database/text-indexes.ts'

/** Selects a product's published reviews by a covering index for rating and sorting. */
const selectPublishedReviews = (db: Queryable, productId: string) =>
  db
    .selectFrom('memberReviews')
    .where('productNumber', '=', (eb) => eb.selectFrom('products').select('number').where('id', '=', productId))
    .where('publishedParts', 'is not', null)

/**
 * Lists ratings and weighting factors of all published reviews of a product, for its summary. A covering index returns
 * them in a stable order, so that floating-point sums are stable too.
 */
export const listRatingColumns = (db: Queryable, productId: string) =>
  selectPublishedReviews(db, productId)
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
  { sort, limit, offset }: RowRange & { sort: ReviewSort },
) {
  const page = await selectPublishedReviews(db, productId)
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
export const listHiddenProducts = async (db: Queryable): Promise<number[]> => {
  const rows = await db
    .selectFrom('products')
    .select('number')
    .where(sql<boolean>`(not is_active or deleted_at is not null)`)
    .$narrowType<{ number: number }>()
    .execute()
  return rows.map(({ number }) => number)
}

/** Selects the published reviews that statistics include: no samples, and none of hidden products. */
const selectCountedReviews = (db: Queryable, hiddenProducts: readonly number[]) =>
  db
    .selectFrom('memberReviews')
    .where(sql<boolean>`not is_sample`)
    .where('publishedParts', 'is not', null)
    .where(sql<boolean>`not (${isAmong(db, 'product_number', hiddenProducts)})`)

/** A class of reviews with the same weight at the same age. */
export type WeightClass = { isVerified: boolean; parts: number }

/** The reviews of a class with the same affiliation and rating: their number, and how many were written up to each cutoff. */
export type RatingCounts = {
  affiliation: Affiliation | null
  rating: number | null
  total: number
  upToCutoffs: readonly number[]
}

/**
 * Counts the reviews of a class by affiliation and rating, except those of hidden products: in total, and those written
 * up to each cutoff (ISO 8601). The number of cutoffs varies, so their counts are read as one column.
 */
export async function countRatings(
  db: Queryable,
  {
    isVerified,
    parts,
    cutoffs,
    hiddenProducts,
  }: WeightClass & { cutoffs: readonly string[]; hiddenProducts: readonly number[] },
): Promise<RatingCounts[]> {
  const counts = cutoffs.map((cutoff) => sql`sum(case when written_at <= ${cutoff} then 1 else 0 end)`)
  const list = sql.join([sql`count(*)`, ...counts], sql` || ',' || `)
  const rows = await selectCountedReviews(db, hiddenProducts)
    .select(['publishedAffiliation', 'publishedRating', sql<string>`${list}`.as('counts')])
    .where('isVerified', '=', isVerified)
    .where('publishedParts', '=', parts)
    .groupBy(['publishedAffiliation', 'publishedRating'])
    .execute()
  return rows.map(({ publishedAffiliation, publishedRating, counts }) => {
    const [total = 0, ...upToCutoffs] = counts.split(',').map(Number)
    return { affiliation: publishedAffiliation, rating: publishedRating, total, upToCutoffs }
  })
}

/**
 * Returns the number of products with reviews, except hidden ones, and of those among them (`ratedProducts`) with at
 * least `minReviews` reviews by authors of the given affiliations.
 */
export async function countRatedProducts(
  db: Queryable,
  {
    affiliations,
    minReviews,
    hiddenProducts,
  }: { affiliations: readonly Affiliation[]; minReviews: number; hiddenProducts: readonly number[] },
): Promise<{ products: number; ratedProducts: number }> {
  const { rows } = await sql<{ products: number; ratedProducts: number | null }>`select count(*) as products,
    sum(case when counted >= ${minReviews} then 1 else 0 end) as "ratedProducts"
    from (select sum(case when published_affiliation in (${sql.join(affiliations)}) then 1 else 0 end) as counted
      from (${selectCountedReviews(db, hiddenProducts).select(['productNumber', 'publishedAffiliation'])}) as rated
      group by product_number) as matching`.execute(db)
  return { products: Number(rows[0]?.products ?? 0), ratedProducts: Number(rows[0]?.ratedProducts ?? 0) }
}
