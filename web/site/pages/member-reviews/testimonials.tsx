import type { Testimonial } from '#contracts/products/product.ts'
import { ANONYMOUS_REVIEWER_NAME } from '#contracts/vocabulary.ts'
import { formatDay } from '../../../shared/formats.ts'
import { Stars } from '../../../shared/stars.tsx'

/** The comments that editors entered in a product's document; they don't count towards the members' rating. */
export function Testimonials({ comments }: { comments: readonly Testimonial[] }) {
  if (comments.length === 0) return null
  return (
    <section aria-labelledby="testimonials">
      <h2 id="testimonials" className="text-xl">
        编辑收录的评价
      </h2>
      <p className="mt-1 text-sm text-muted">由编辑录入，不是会员评价，不计入会员评分。</p>
      <ul className="mt-4 max-w-4xl border-b border-line">
        {comments.map(({ user, rating, date, comment }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: comments have no ids, and only their order identifies them.
          <li key={index} className="break-inside-avoid border-t border-line py-5">
            <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
              <p className="font-medium">{user || ANONYMOUS_REVIEWER_NAME}</p>
              <Stars rating={rating} />
              {date && <p className="text-sm text-muted sm:ml-auto">{formatDay(date)}</p>}
            </div>
            {comment && <p className="mt-2 max-w-prose whitespace-pre-line">{comment}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
