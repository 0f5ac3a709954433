/** Which reviews of a product a moderator has hidden, and how that outlasts everybody else's saves. */
import type { ProductReview } from '../products/product.ts'

/** What a review says, by which it is told from others: it has no number of its own. */
export const reviewWords = ({ user, rating, date, comment }: ProductReview): string =>
  JSON.stringify([user, rating, date, comment])

/** The review with the mark, or without any. */
export function marked(review: ProductReview, isHidden: boolean): ProductReview {
  const { isHidden: _before, ...rest } = review
  return isHidden ? { ...rest, isHidden } : rest
}

/** The reviews that visitors see, without marks. */
export const shownReviews = (reviews: readonly ProductReview[]): ProductReview[] =>
  reviews.filter(({ isHidden }) => isHidden !== true).map((review) => marked(review, false))

/**
 * Reviews as they are kept over those that are stored: what was hidden stays hidden, whatever an editor, an import or an
 * older revision says of it. Of several that say the same, as many stay hidden as were.
 */
export function keptHidden(reviews: readonly ProductReview[], stored: readonly ProductReview[]): ProductReview[] {
  const owed = new Map<string, number>()
  const owe = (review: ProductReview, by: number) => {
    const words = reviewWords(review)
    const count = owed.get(words) ?? 0
    owed.set(words, count + by)
    return count
  }
  for (const review of stored) if (review.isHidden) owe(review, 1)
  for (const review of reviews) if (review.isHidden) owe(review, -1)
  return reviews.map((review) => marked(review, review.isHidden === true || owe(review, -1) > 0))
}
