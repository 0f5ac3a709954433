import type { MemberRating } from '../../products/product.ts'

/** A rating and its source: members, with the number of reviews that count, or the editors (`null`). */
type ShownRating = { rating: number; reviews: number | null }

/**
 * Returns the rating to show for a product: the members' if there is one, otherwise the editors'; `null` without
 * either.
 */
export function getShownRating(product: {
  rating: number | null
  memberRating?: MemberRating | null | undefined
}): ShownRating | null {
  if (product.memberRating) return { rating: product.memberRating.rating, reviews: product.memberRating.count }
  return product.rating === null ? null : { rating: product.rating, reviews: null }
}

/** Returns the label of a rating: its source and, for members' ratings, the number of reviews. */
export const describeRating = ({ reviews }: ShownRating): string =>
  reviews === null ? '编辑评分' : `会员评分，${reviews}条评价`
