/** Keeps a product's hidden reviews hidden when the product is saved. */
import type { Testimonial } from '../products/product.ts'

/** Returns the content that identifies a review, since reviews have no ids. */
export const getReviewKey = ({ user, rating, date, comment }: Testimonial): string =>
  JSON.stringify([user, rating, date, comment])

/** Returns a copy of a review with the hidden flag, or without it. */
export function withHiddenFlag(review: Testimonial, isHidden: boolean): Testimonial {
  const { isHidden: _before, ...rest } = review
  return isHidden ? { ...rest, isHidden } : rest
}

/** Lists the reviews that visitors see, without flags. */
export const listShownReviews = (reviews: readonly Testimonial[]): Testimonial[] =>
  reviews.filter(({ isHidden }) => isHidden !== true).map((review) => withHiddenFlag(review, false))

/**
 * Copies the hidden flags of the stored reviews to new ones: hidden reviews stay hidden, regardless of the flags in the
 * input of an editor, an import or an older revision. If reviews are identical, the number of hidden ones stays the
 * same.
 */
export function restoreHiddenFlags(reviews: readonly Testimonial[], stored: readonly Testimonial[]): Testimonial[] {
  const hiddenCounts = new Map<string, number>()
  /** Adds to the number of hidden reviews with a review's content, and returns the previous number. */
  const addToCount = (review: Testimonial, amount: number) => {
    const key = getReviewKey(review)
    const count = hiddenCounts.get(key) ?? 0
    hiddenCounts.set(key, count + amount)
    return count
  }
  for (const review of stored) if (review.isHidden) addToCount(review, 1)
  for (const review of reviews) if (review.isHidden) addToCount(review, -1)
  return reviews.map((review) => withHiddenFlag(review, review.isHidden === true || addToCount(review, -1) > 0))
}
