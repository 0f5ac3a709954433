/** Which reviews of a product a moderator has hidden, and how that outlasts everybody else's saves. */
import type { ProductReview } from '../products/product.ts'

/** What a review says, by which it is told from others: it has no number of its own. */
export const reviewKey = ({ user, rating, date, comment }: ProductReview): string =>
  JSON.stringify([user, rating, date, comment])

/** The review with the mark, or without any. */
export function withHidden(review: ProductReview, isHidden: boolean): ProductReview {
  const { isHidden: _before, ...rest } = review
  return isHidden ? { ...rest, isHidden } : rest
}

/** The reviews that visitors see, without marks. */
export const listShownReviews = (reviews: readonly ProductReview[]): ProductReview[] =>
  reviews.filter(({ isHidden }) => isHidden !== true).map((review) => withHidden(review, false))

/**
 * Reviews as they are kept over those that are stored: what was hidden stays hidden, whatever an editor, an import or an
 * older revision says of it. Of several that say the same, as many stay hidden as were.
 */
export function restoreHidden(reviews: readonly ProductReview[], stored: readonly ProductReview[]): ProductReview[] {
  const hiddenCounts = new Map<string, number>()
  const addToQuota = (review: ProductReview, amount: number) => {
    const words = reviewKey(review)
    const count = hiddenCounts.get(words) ?? 0
    hiddenCounts.set(words, count + amount)
    return count
  }
  for (const review of stored) if (review.isHidden) addToQuota(review, 1)
  for (const review of reviews) if (review.isHidden) addToQuota(review, -1)
  return reviews.map((review) => withHidden(review, review.isHidden === true || addToQuota(review, -1) > 0))
}
