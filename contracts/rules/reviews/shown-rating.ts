import type { MemberRating } from '../../products/product.ts'

/** A rating with whose it is: of members, with the number of reviews that count, or of the editors. */
export type ShownRating = { rating: number; reviews: number | null }

/** Returns the rating to show of a product: the members' where there is one, else the editors'; `null` if there is neither. */
export function getShownRating(product: {
  rating: number | null
  memberRating?: MemberRating | null | undefined
}): ShownRating | null {
  if (product.memberRating) return { rating: product.memberRating.rating, reviews: product.memberRating.count }
  return product.rating === null ? null : { rating: product.rating, reviews: null }
}

/** Returns what a rating is called: whose it is, and of how many. */
export const describeRating = ({ reviews }: ShownRating): string =>
  reviews === null ? '编辑评分' : `会员评分，${reviews}条评价`
