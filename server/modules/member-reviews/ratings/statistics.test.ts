/** Compares statistics and summaries from columns with a naive calculation from the reviews' texts. */
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { AFFILIATIONS } from '#contracts/member-reviews/choices.ts'
import { type ReviewContent, ReviewContentSchema } from '#contracts/member-reviews/review.ts'
import { OPTIONAL_REVIEW_PARTS, RATING_RULES } from '#contracts/rules/reviews/rating-rules.ts'
import { getMeanRating, type RatedReview, summarizeReviews } from '#contracts/rules/reviews/review-summary.ts'
import { calculateReviewWeight, isCounted, MONTH_MS } from '#contracts/rules/reviews/review-weight.ts'
import { toStars } from '#contracts/rules/reviews/star-count.ts'
import { createProducts } from '#testing/factories/products.ts'
import { REVIEW } from '#testing/factories/reviews.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { toPublishedColumns, UNPUBLISHED_COLUMNS } from '../review-columns.ts'
import { insertReview, REVIEWS_LOCK } from '../store.ts'

type Review = { product: number; content: ReviewContent; writtenAt: string; isVerified: boolean } & Record<
  'isSample' | 'isPublished',
  boolean
>

const NOW = new Date('2026-11-21T02:00:00.000Z')
const SEEN = 4
const PRODUCTS = ['甲', '乙', '丙', '丁', '下架', '已删']
const rating = fc.integer({ min: 1, max: 5 })
const FULL = ReviewContentSchema.parse(REVIEW)
const EMPTY_PARTS = { advice: '', role: null, industry: null, companySize: null, deployment: null, monthsOfUse: null }

/** Ages at the bounds of the weights and one millisecond off; arbitrary ages; and future times from a wrong clock. */
const age = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(0.2, 0.4, 0.6, 0.8),
      fc.integer({ min: 0, max: OPTIONAL_REVIEW_PARTS.length }),
      fc.boolean(),
      fc.integer({ min: -1, max: 1 }),
    )
    .map(([bound, parts, isVerified, beside]) => {
      const completeness = RATING_RULES.minCompletenessWeight + ((1 - RATING_RULES.minCompletenessWeight) * parts) / 6
      const weight = completeness * (isVerified ? 1 : RATING_RULES.unverifiedWeight)
      return Math.round(Math.log2(weight / bound) * RATING_RULES.halfLifeMonths * MONTH_MS) + beside
    }),
  fc.integer({ min: -1_000_000, max: Math.round(80 * MONTH_MS) }),
)

const reviewArbitrary: fc.Arbitrary<Review> = fc.record({
  product: fc.integer({ min: 0, max: PRODUCTS.length - 1 }),
  content: fc
    .record({
      ratings: fc.record({ ability: rating, usability: rating, integration: rating, service: rating, value: rating }),
      parts: fc.subarray([...OPTIONAL_REVIEW_PARTS]),
      affiliation: fc.constantFrom(...AFFILIATIONS, 'none', 'none'),
    })
    .map(({ ratings, parts, affiliation }) => ({
      ...FULL,
      ...EMPTY_PARTS,
      ...Object.fromEntries(parts.map((part) => [part, FULL[part]])),
      ratings,
      affiliation,
    })),
  writtenAt: age.map((milliseconds) => new Date(NOW.getTime() - milliseconds).toISOString()),
  isVerified: fc.boolean(),
  isSample: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  isPublished: fc.integer({ min: 0, max: 9 }).map((number) => number > 0),
})

/** The ratings and weighting factors of a review, derived from its text. */
const toRated = ({ content, writtenAt, isVerified }: Review): RatedReview => ({
  ratings: content.ratings,
  affiliation: content.affiliation,
  share: OPTIONAL_REVIEW_PARTS.filter((part) => content[part] !== null && content[part] !== '').length / 6,
  isVerified,
  writtenAt,
})

function countNaively(reviews: readonly Review[]) {
  const bounds = [0, 0.2, 0.4, 0.6, 0.8, 1]
  const weights = bounds.slice(1).map((to, index) => ({ from: bounds[index], to, count: 0 }))
  const distribution = { 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 }
  const seen = reviews.filter(({ product, isSample, isPublished }) => product < SEEN && isPublished && !isSample)
  const counted = seen.filter(({ content }) => isCounted(content))
  for (const review of counted) {
    distribution[toStars(getMeanRating(review.content.ratings))] += 1
    const weight = calculateReviewWeight(toRated(review), NOW)
    const band = weights.find(({ to }) => weight < to) ?? weights.at(-1)
    if (band) band.count += 1
  }
  const perProduct = PRODUCTS.map((_, index) => counted.filter(({ product }) => product === index).length)
  return {
    count: seen.length,
    counted: counted.length,
    verified: counted.filter(({ isVerified }) => isVerified).length,
    products: new Set(seen.map(({ product }) => product)).size,
    ratedProducts: perProduct.filter((count) => count >= 5).length,
    distribution,
    weights,
  }
}

onEveryDatabase('review statistics', (app) => {
  let ids: string[] = []
  beforeAll(async () => {
    ids = await createProducts(
      app(),
      'agent',
      PRODUCTS.map((name) => ({ name, isActive: name !== '下架' })),
    )
    await app().database.write(({ db }) =>
      db
        .updateTable('products')
        .set({ deletedAt: NOW.toISOString() })
        .where('id', '=', ids.at(-1) ?? '')
        .execute(),
    )
  })

  const replaceReviews = (reviews: readonly Review[]) =>
    app().database.write(async ({ db, lockName }) => {
      await lockName(REVIEWS_LOCK)
      await db.deleteFrom('memberReviews').execute()
      const at = NOW.toISOString()
      for (const [index, { product, content, writtenAt, isVerified, isSample, isPublished }] of reviews.entries())
        await insertReview(db, {
          id: `review-${index}`,
          productId: ids[product] ?? '',
          userId: null,
          isSample,
          status: isPublished ? 'published' : 'pending',
          contentJson: JSON.stringify(content),
          searchText: '',
          reason: '',
          addressHash: '',
          submittedAt: at,
          createdAt: at,
          updatedAt: at,
          ...UNPUBLISHED_COLUMNS,
          ...(isPublished ? { ...toPublishedColumns(content), writtenAt, isVerified } : {}),
        })
    })

  it('match a naive calculation, and so does the summary of a product', async () => {
    expect(app().clock.now()).toEqual(NOW)
    const { memberReviews } = app().services
    await fc.assert(
      fc.asyncProperty(fc.array(reviewArbitrary, { maxLength: 60 }), async (reviews) => {
        await replaceReviews(reviews)
        expect(await memberReviews.getStatistics()).toEqual(countNaively(reviews))
        const { data } = await memberReviews.list('agent', PRODUCTS[0] ?? '', { sort: 'newest', page: 1 })
        const reviewsOfFirstProduct = reviews
          .filter(({ product, isPublished }) => product === 0 && isPublished)
          .map(toRated)
        expect(data.summary).toEqual(summarizeReviews(reviewsOfFirstProduct, NOW))
      }),
      { numRuns: 25 },
    )
  })
})
