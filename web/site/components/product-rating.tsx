import { describeRating, getShownRating } from '#contracts/rules/reviews/shown-rating.ts'
import { Stars } from '../../shared/stars.tsx'

type ProductRatingProps = { product: Parameters<typeof getShownRating>[0] }

/** A product's rating with its origin: members, or editors if there are too few members' reviews. */
export function ProductRating({ product }: ProductRatingProps) {
  const rating = getShownRating(product)
  if (!rating) return <Stars rating={null} />
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Stars rating={rating.rating} />
      <span className="text-xs text-muted">{describeRating(rating)}</span>
    </span>
  )
}
