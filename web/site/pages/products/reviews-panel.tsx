import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import type { ProductReview } from '#contracts/products/product.ts'
import { NAMELESS_REVIEWER } from '#contracts/vocabulary.ts'
import { formatDay } from '../../../shared/formats.ts'
import { Stars } from '../../../shared/stars.tsx'
import { EmptyNotice } from '../../parts/page-states.tsx'

export function ReviewsPanel({ reviews }: { reviews: readonly ProductReview[] }) {
  if (reviews.length === 0) return <EmptyNotice message={SITE_MESSAGES.reviewsEmpty} />
  return (
    <ul className="max-w-4xl border-b border-line">
      {reviews.map(({ user, rating, date, comment }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: reviews have no ids, and their order is what they are.
        <li key={index} className="break-inside-avoid border-t border-line py-5">
          <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
            <p className="font-medium">{user || NAMELESS_REVIEWER}</p>
            <Stars rating={rating} />
            {date && <p className="text-sm text-muted sm:ml-auto">{formatDay(date)}</p>}
          </div>
          {comment && <p className="mt-2 max-w-prose whitespace-pre-line">{comment}</p>}
        </li>
      ))}
    </ul>
  )
}
