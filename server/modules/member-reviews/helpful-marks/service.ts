import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { forbidden } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { getPublishedReview } from '../get-review.ts'
import { canMarkHelpful } from '../policy.ts'
import { getReviewsTopic } from '../ratings/service.ts'
import {
  changeHelpfulCount,
  deleteHelpfulMark,
  deleteHelpfulMarksByUser,
  insertHelpfulMark,
  listMarkedReviewIds,
  listMarkedReviews,
} from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  products: Pick<ProductService, 'get'>
  audit: AuditService
}

/** Identifies a review of a product. */
export type ReviewReference = { catalogue: Catalogue; productIdOrName: string; reviewId: string }

/** Creates the service for the marks by which readers say that a review was helpful. */
export function createHelpfulMarks({ database, clock, products, audit }: Dependencies) {
  return {
    /** Lists the ids of a product's reviews that a reader has marked. */
    list: (productId: string, readerId: string): Promise<string[]> =>
      listMarkedReviewIds(database.read, productId, readerId),

    /** Lists all reviews that a reader has marked, with their products. */
    listAll: (readerId: string) => listMarkedReviews(database.read, readerId),

    /**
     * Sets or removes a reader's mark on a published review; idempotent. Returns the number of marks. Throws
     * `notFound`, `forbidden` for the author.
     */
    async set(
      { catalogue, productIdOrName, reviewId }: ReviewReference,
      isHelpful: boolean,
      reader: Actor,
    ): Promise<number> {
      const product = await products.get(catalogue, productIdOrName)
      return database.write(async (transaction) => {
        const review = await getPublishedReview(transaction.db, product.id, reviewId)
        authorize(canMarkHelpful(review, reader.id), forbidden(MESSAGES.cannotMarkOwnReviewHelpful))
        const mark = { reviewId: review.id, userId: reader.id }
        const isChanged = isHelpful
          ? await insertHelpfulMark(transaction.db, { ...mark, createdAt: timestamp(clock) })
          : await deleteHelpfulMark(transaction.db, mark)
        if (!isChanged) return review.helpful
        transaction.publish(getReviewsTopic(catalogue))
        await audit.record(transaction, {
          actor: reader,
          action: 'member-review.helpful',
          target: product.name,
          detail: isHelpful ? '有帮助' : '取消有帮助',
        })
        return changeHelpfulCount(transaction.db, review.id, isHelpful ? 1 : -1)
      })
    },

    deleteByUser: deleteHelpfulMarksByUser,
  }
}
