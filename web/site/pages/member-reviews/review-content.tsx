import {
  REVIEW_DIMENSION_LABELS,
  REVIEW_DIMENSIONS,
  REVIEW_PART_LABELS,
  type ReviewRatings,
} from '#contracts/member-reviews/choices.ts'
import type { ReviewContent } from '#contracts/member-reviews/review.ts'

/** The five ratings of a review on one line. */
export const DimensionRatings = ({ ratings }: { ratings: ReviewRatings }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted" aria-label="各项评分">
    {REVIEW_DIMENSIONS.map((dimension) => (
      <li key={dimension}>
        {REVIEW_DIMENSION_LABELS[dimension]}
        <span className="ml-1 font-medium text-ink tabular-nums">{ratings[dimension]}</span>
      </li>
    ))}
  </ul>
)

/** The texts of a review: pros, cons and advice. */
export function Opinions({
  content: { pros, cons, advice },
}: {
  content: Pick<ReviewContent, 'pros' | 'cons' | 'advice'>
}) {
  const parts = [
    { title: REVIEW_PART_LABELS.pros, text: pros },
    { title: REVIEW_PART_LABELS.cons, text: cons },
    { title: REVIEW_PART_LABELS.advice, text: advice },
  ].filter(({ text }) => text !== '')
  return (
    <dl className="grid gap-x-10 gap-y-4 md:grid-cols-2">
      {parts.map(({ title, text }) => (
        <div key={title} className="max-w-prose">
          <dt className="text-sm font-semibold text-muted">{title}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
