/** Rows of members' reviews, with their search index. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { DatabaseKind } from '#server/platform/database/database-kind.ts'
import { TEXT_INDEXES } from '#server/platform/database/text-indexes.ts'
import { buildSearchLines } from '#server/platform/search-text/search-lines.ts'
import { REVIEW } from '../factories/reviews.ts'
import { getId, insertRows, pick, pickTerms, timeBefore } from './generate-rows.ts'
import { type ListSizes, REVIEWS_OF_LARGEST_PRODUCT } from './list-sizes.ts'

/** Search texts of reviews. */
const REVIEW_TEXTS = ['采购', '客服', '财务', '合同', '知识库', '质检', '排班', '报表'].map((word) =>
  buildSearchLines([`${word}问答有出处，业务人员两天就能上手。`, REVIEW.cons, REVIEW.advice ?? '']),
)

export async function insertReviews(
  db: Queryable,
  kind: DatabaseKind,
  { reviews, products, users }: ListSizes,
): Promise<void> {
  const { isAnonymous: _, ...content } = REVIEW
  const text = JSON.stringify({ ...content, isAnonymous: false })
  const at = timeBefore(kind, sql`n * 400`)
  const isPublished = sql`n % 25 not in (0, 1)`
  await insertRows(db, 'member_reviews', reviews, {
    id: getId('review-'),
    product_id: sql`case when n < ${sql.lit(REVIEWS_OF_LARGEST_PRODUCT)} then ${getId('product-', sql`0`)}
      else ${getId('product-', sql`1 + n % ${sql.lit(products - 1)}`)} end`,
    catalogue: sql`case when n < ${sql.lit(REVIEWS_OF_LARGEST_PRODUCT)} then 'agent' else ${pick(['agent', 'ai'], sql`1 + n % ${sql.lit(products - 1)}`)} end`,
    user_id: getId('user-', sql`n % ${sql.lit(users)}`),
    is_sample: sql`1 = 0`,
    status: sql`case n % 25 when 0 then 'pending' when 1 then 'rejected' when 2 then 'withdrawn' else 'published' end`,
    content_json: text,
    ordinal: sql`n + 1`,
    product_number: sql`case when n < ${sql.lit(REVIEWS_OF_LARGEST_PRODUCT)} then 1 else 2 + n % ${sql.lit(products - 1)} end`,
    search_text: pick(REVIEW_TEXTS),
    published_json: sql`case when ${isPublished} then ${sql.lit(text)} end`,
    published_rating: sql`case when ${isPublished} then 1 + n % 5 end`,
    published_ratings: sql`case when ${isPublished} then ${pick(['11111', '22222', '33333', '44444', '55555'])} end`,
    published_parts: sql`case when ${isPublished} then n % 7 end`,
    published_affiliation: sql`case when ${isPublished} then case n % 20 when 9 then 'vendor' else 'none' end end`,
    written_at: sql`case when ${isPublished} then ${at} end`,
    is_verified: sql`n % 3 = 0`,
    is_edited: sql`1 = 0`,
    reason: '',
    address_hash: getId('address-', sql`n % 20000`),
    helpful: sql`n % 50`,
    submitted_at: at,
    created_at: at,
    updated_at: at,
  })
  await insertRows(db, TEXT_INDEXES.memberReviews.grams, reviews, {
    rowid: sql`n + 1`,
    grams: pickTerms(kind, REVIEW_TEXTS),
  })
}
