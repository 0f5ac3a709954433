import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { ReviewContent } from '#contracts/member-reviews/review.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import { invalid } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { getReviewsTopic, type ReviewRatings } from './ratings/service.ts'
import { toContentColumns, toPublishedColumns } from './review-columns.ts'
import { insertReview, REVIEWS_LOCK } from './store.ts'

/** A fictional review of a sample product, without an author; `reply` is '' if there is none. */
export type SampleReview = {
  content: ReviewContent
  isVerified: boolean
  writtenAt: string
  helpful: number
  reply: string
}

type Dependencies = { products: Pick<ProductService, 'findStored'>; ratings: Pick<ReviewRatings, 'refresh'> }

/** Adds reviews to a sample product inside the caller's transaction. Throws `invalid` for any other product. */
export async function addSampleReviews(
  { products, ratings }: Dependencies,
  transaction: Transaction,
  { catalogue, productId, reviews }: { catalogue: Catalogue; productId: string; reviews: readonly SampleReview[] },
): Promise<void> {
  const product = await products.findStored(transaction.db, catalogue, productId)
  if (!product?.product.isSample) throw invalid(MESSAGES.sampleProductRequired)
  await transaction.lockName(REVIEWS_LOCK)
  for (const [index, review] of reviews.entries())
    await insertReview(transaction.db, {
      ...toSampleColumns(review),
      id: `${product.id}-review-${index + 1}`,
      productId: product.id,
    })
  await ratings.refresh(transaction, product.id)
  transaction.publish(getReviewsTopic(catalogue))
}

const toSampleColumns = ({ content, isVerified, writtenAt, helpful, reply }: SampleReview) =>
  ({
    ...toContentColumns(content),
    ...toPublishedColumns(content),
    ...(reply === '' ? {} : ({ replyText: reply, replyBy: 'vendor', replyAt: writtenAt } as const)),
    userId: null,
    isSample: true,
    status: 'published',
    writtenAt,
    isVerified,
    isEdited: false,
    reason: '',
    addressHash: '',
    helpful,
    submittedAt: writtenAt,
    createdAt: writtenAt,
    updatedAt: writtenAt,
  }) as const
