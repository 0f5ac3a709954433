/** Summarizes a product's reviews in a rating stored with the product. */

import { DAY_MS } from '#contracts/durations.ts'
import { MEMBER_REVIEWS } from '#contracts/limits.ts'
import type { ReviewListQuery, ReviewStatistics } from '#contracts/member-reviews/review.ts'
import { toPagination } from '#contracts/pagination.ts'
import { type ReviewSummary, summarizeReviews } from '#contracts/rules/reviews/review-summary.ts'
import { addDays, startOfDay, toDay } from '#contracts/rules/shanghai-time.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import { claimUntil } from '#server/platform/database/claims.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import type { Topic } from '#server/platform/database/topics.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import { toRatedReview } from '../review-columns.ts'
import { toPublicReview } from '../view.ts'
import { calculateStatistics } from './statistics.ts'
import { listPublishedReviews, listRatedProducts, listRatingColumns } from './store.ts'

/** Returns the change feed's topic for the published reviews of a catalogue's products. */
export const getReviewsTopic = (catalogue: Catalogue): Topic => `member-reviews:${catalogue}`

type Dependencies = { database: Database; clock: Clock; products: Pick<ProductService, 'get' | 'saveMemberRating'> }

export type ReviewRatings = ReturnType<typeof createReviewRatings>

const ROWS_PER_READ = 500
const DAILY_CLAIM_NAME = 'member-ratings'

/** Creates the queries of published reviews and their ratings. */
export function createReviewRatings({ database, clock, products }: Dependencies) {
  const summarize = async (db: Queryable, productId: string): Promise<ReviewSummary> =>
    summarizeReviews((await listRatingColumns(db, productId)).map(toRatedReview), clock.now())

  /** Recalculates and stores a product's rating inside the caller's transaction. */
  async function refresh(transaction: Transaction, productId: string): Promise<void> {
    const { rating, counted } = await summarize(transaction.db, productId)
    await products.saveMemberRating(transaction, productId, { rating, count: counted })
  }

  /** Recalculates all ratings and stores those that have changed. */
  async function refreshAll(): Promise<void> {
    let lastId = ''
    while (true) {
      const rated = await listRatedProducts(database.read, lastId, ROWS_PER_READ)
      for (const { id, memberRating, memberReviewCount } of rated) {
        // Most ratings are unchanged and need no transaction.
        const { rating, counted } = await summarize(database.read, id)
        if (rating !== memberRating || counted !== memberReviewCount)
          await database.write((transaction) => refresh(transaction, id))
        await yieldToEventLoop()
      }
      const last = rated.at(-1)
      if (!last || rated.length < ROWS_PER_READ) return
      lastId = last.id
    }
  }

  return {
    refresh,

    /** Lists a page of an active product's published reviews with the overall summary. Throws `notFound`. */
    async list(catalogue: Catalogue, idOrName: string, { sort, page }: ReviewListQuery) {
      const product = await products.get(catalogue, idOrName)
      const limit = MEMBER_REVIEWS.perPage
      const summary = await summarize(database.read, product.id)
      const rows = await listPublishedReviews(database.read, product.id, { sort, ...toRowRange(page, limit) })
      const now = clock.now()
      return {
        data: { reviews: rows.map((row) => toPublicReview(row, now)), summary },
        pagination: toPagination(page, limit, summary.count),
      }
    },

    /** Returns the distribution and weights of all reviews of active products, excluding samples. */
    getStatistics: (): Promise<ReviewStatistics> => calculateStatistics(database, clock.now()),

    /**
     * Recalculates all ratings, whose reviews lose weight with age, once per day of Asia/Shanghai on one node. Returns
     * whether this call did.
     */
    async refreshDaily(): Promise<boolean> {
      const tomorrow = new Date(startOfDay(addDays(toDay(clock.now()), 1)))
      const isClaimed = await database.write((transaction) =>
        claimUntil(transaction, clock, DAILY_CLAIM_NAME, { end: tomorrow, maxMs: DAY_MS }),
      )
      if (!isClaimed) return false
      await refreshAll()
      await database.write(async ({ publish }) => publish(...CATALOGUES.map(getReviewsTopic)))
      return true
    },
  }
}
