/** What reviews come to: a product's rating, kept beside it, and the statistics of all. */
import { MEMBER_REVIEWS } from '#contracts/limits.ts'
import type { ReviewListQuery, ReviewStatistics } from '#contracts/member-reviews/review.ts'
import { RATING_RULES } from '#contracts/rules/reviews/rating-rules.ts'
import { meanRating, type ReviewSummary, summarizeReviews, toStars } from '#contracts/rules/reviews/review-summary.ts'
import { isCounted, weighReview } from '#contracts/rules/reviews/review-weight.ts'
import { addDays, startOfDay, toDay } from '#contracts/rules/shanghai-time.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import { claimUntil } from '#server/platform/database/claims.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { listAllShownFacts, listRatedProducts, listShownFacts, listShownReviews } from './store.ts'
import { toPublicReview, toRatedReview } from './view.ts'

/** Returns the change feed's topic for the shown reviews of a catalogue's products. */
export const reviewsTopic = (catalogue: Catalogue): string => `member-reviews:${catalogue}`

type Dependencies = { database: Database; clock: Clock; products: Pick<ProductService, 'find' | 'saveMemberRating'> }

export type ReviewRatings = ReturnType<typeof createReviewRatings>

const ROWS_AT_ONCE = 500
const DAILY_CLAIM = 'member-ratings'
/** The bounds of the statistics' weights. */
const WEIGHT_BOUNDS = [0, 0.2, 0.4, 0.6, 0.8, 1] as const

/** Creates the reading of shown reviews and their ratings. */
export function createReviewRatings({ database, clock, products }: Dependencies) {
  const summarize = async (db: Queryable, productId: string): Promise<ReviewSummary> =>
    summarizeReviews((await listShownFacts(db, productId)).map(toRatedReview), clock.now())

  /** Stores a product's rating as its reviews are now, inside the caller's transaction. */
  async function refresh(write: Write, productId: string): Promise<void> {
    const { rating, counted } = await summarize(write.tx, productId)
    await products.saveMemberRating(write, productId, { rating, count: counted })
  }

  return {
    refresh,

    /** Lists a page of an active product's shown reviews, with the summary of all. Throws `notFound`. */
    async list(catalogue: Catalogue, idOrName: string, { sort, page }: ReviewListQuery) {
      const product = await products.find(catalogue, idOrName)
      const limit = MEMBER_REVIEWS.perPage
      const summary = await summarize(database.read, product.id)
      const rows = await listShownReviews(database.read, product.id, { sort, limit, offset: (page - 1) * limit })
      const now = clock.now()
      return {
        data: { reviews: rows.map((row) => toPublicReview(row, now)), summary },
        pagination: {
          current: page,
          total: Math.ceil(summary.count / limit),
          limit,
          totalItems: summary.count,
        },
      }
    },

    /** Returns how all reviews of active products are distributed and weigh, samples left out. */
    async getStatistics(): Promise<ReviewStatistics> {
      const now = clock.now()
      const countedByProduct = new Map<string, number>()
      const statistics: ReviewStatistics = {
        count: 0,
        counted: 0,
        verified: 0,
        products: 0,
        ratedProducts: 0,
        distribution: { 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 },
        weights: WEIGHT_BOUNDS.slice(1).map((to, index) => ({ from: WEIGHT_BOUNDS[index] ?? 0, to, count: 0 })),
      }
      for await (const row of streamShown()) {
        await yieldToEventLoop()
        const review = toRatedReview(row)
        const counts = isCounted(review)
        countedByProduct.set(row.productId, (countedByProduct.get(row.productId) ?? 0) + Number(counts))
        statistics.count += 1
        if (!counts) continue
        statistics.counted += 1
        statistics.verified += Number(review.isVerified)
        statistics.distribution[toStars(meanRating(review.ratings))] += 1
        const weight = weighReview(review, now)
        const band = statistics.weights.find(({ to }) => weight < to) ?? statistics.weights.at(-1)
        if (band) band.count += 1
      }
      statistics.products = countedByProduct.size
      statistics.ratedProducts = [...countedByProduct.values()].filter(
        (count) => count >= RATING_RULES.minReviews,
      ).length
      return statistics
    },

    /** Ages all ratings by a day, on one node, once a day of Asia/Shanghai. Returns whether it did. */
    async refreshDaily(): Promise<boolean> {
      const tomorrow = new Date(startOfDay(addDays(toDay(clock.now()), 1)))
      const isClaimed = await database.write((write) => claimUntil(write, clock, DAILY_CLAIM, tomorrow))
      if (!isClaimed) return false
      for (let last = ''; ; ) {
        const rated = await listRatedProducts(database.read, last, ROWS_AT_ONCE)
        for (const { id, memberRating, memberReviewCount } of rated) {
          // Most stay as they are, and need no transaction.
          const { rating, counted } = await summarize(database.read, id)
          if (rating !== memberRating || counted !== memberReviewCount)
            await database.write((write) => refresh(write, id))
          await yieldToEventLoop()
        }
        if (rated.length < ROWS_AT_ONCE) break
        last = rated.at(-1)?.id ?? ''
      }
      await database.write(async ({ touch }) => touch(...CATALOGUES.map(reviewsTopic)))
      return true
    },
  }

  async function* streamShown() {
    for (let last = ''; ; ) {
      const rows = await listAllShownFacts(database.read, last, ROWS_AT_ONCE)
      yield* rows
      if (rows.length < ROWS_AT_ONCE) return
      last = rows.at(-1)?.id ?? ''
    }
  }
}
