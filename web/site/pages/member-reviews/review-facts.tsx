import {
  AFFILIATION_LABELS,
  COMPANY_SIZE_LABELS,
  REVIEW_DIMENSION_LABELS,
  REVIEW_DIMENSIONS,
  REVIEW_PART_LABELS,
  REVIEWER_INDUSTRY_LABELS,
  REVIEWER_ROLE_LABELS,
  type ReviewRatings,
} from '#contracts/member-reviews/choices.ts'
import type { ReviewContent } from '#contracts/member-reviews/review.ts'

type Background = Pick<ReviewContent, 'role' | 'industry' | 'companySize' | 'deployment' | 'monthsOfUse'>

/** Returns who has written a review, as far as they said: `CIO或信息化负责人，制造，1000至5000人`. */
export function describeBackground({ role, industry, companySize, deployment, monthsOfUse }: Background): string {
  return [
    role && REVIEWER_ROLE_LABELS[role],
    industry && REVIEWER_INDUSTRY_LABELS[industry],
    companySize && COMPANY_SIZE_LABELS[companySize],
    deployment,
    monthsOfUse !== null && (monthsOfUse === 0 ? '使用不足1个月' : `使用${monthsOfUse}个月`),
  ]
    .filter((part) => typeof part === 'string')
    .join('，')
}

/** The five ratings of a review in a line. */
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

/** What a review says: the good, the bad, and what to heed. */
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
    <dl className="max-w-prose space-y-3">
      {parts.map(({ title, text }) => (
        <div key={title}>
          <dt className="text-sm font-semibold text-muted">{title}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns what an interest is called where it has to be seen; '' if there is none. */
export const describeInterest = ({ affiliation }: Pick<ReviewContent, 'affiliation'>): string =>
  affiliation === 'none' ? '' : `${AFFILIATION_LABELS[affiliation]}，不计入评分`
