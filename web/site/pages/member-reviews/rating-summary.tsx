import { REVIEW_DIMENSION_LABELS, REVIEW_DIMENSIONS } from '#contracts/member-reviews/choices.ts'
import type { ReviewPage } from '#contracts/member-reviews/review.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { RATING_RULES } from '#contracts/rules/reviews/rating-rules.ts'
import { STARS } from '#contracts/rules/reviews/star-count.ts'
import { Stars } from '../../../shared/stars.tsx'
import { Link } from '../../router.tsx'
import { ProportionBar } from './proportion-bar.tsx'

type Summary = ReviewPage['data']['summary']

/** The summary of a product's reviews: rating, dimensions, and distribution of stars. */
export function RatingSummary({ summary }: { summary: Summary }) {
  const { count, counted, rating } = summary
  return (
    <div className="card grid gap-x-10 gap-y-6 p-5 md:grid-cols-[auto_1fr_1fr] md:p-6">
      <div className="md:min-w-40">
        {rating === null ? (
          <p className="text-2xl font-semibold">评价不足</p>
        ) : (
          <>
            <p className="text-4xl font-semibold tabular-nums">{rating.toFixed(1)}</p>
            <Stars rating={rating} showNumber={false} />
          </>
        )}
        <p className="mt-1 text-sm text-muted">
          {count}条评价<span>{counted < count && `，${counted}条计入`}</span>
        </p>
        {rating === null && (
          <p className="mt-1 max-w-60 text-sm text-muted">计入的评价满{RATING_RULES.minReviews}条才有评分。</p>
        )}
        <Link
          to={PAGES.ratingRules}
          className="inline-flex min-h-11 items-center text-sm text-indigo underline underline-offset-4"
        >
          {SITE_PAGES.ratingRules.title}
        </Link>
      </div>
      <Distribution summary={summary} />
      {rating !== null && <Dimensions summary={summary} />}
    </div>
  )
}

const ROW_CLASS = 'grid grid-cols-[4.5rem_1fr_2.5rem] items-center gap-3 text-sm'

function Distribution({ summary: { distribution, counted } }: { summary: Summary }) {
  return (
    <section>
      <h3 className="mb-2 text-base">星级分布</h3>
      <dl className="space-y-1.5">
        {STARS.map((stars) => (
          <div key={stars} className={ROW_CLASS}>
            <dt className="text-muted">{stars}星</dt>
            <dd className="contents">
              <ProportionBar share={counted === 0 ? 0 : distribution[stars] / counted} />
              <span className="text-right tabular-nums">{distribution[stars]}条</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Dimensions({ summary: { dimensions } }: { summary: Summary }) {
  return (
    <section>
      <h3 className="mb-2 text-base">各项评分</h3>
      <dl className="space-y-1.5">
        {REVIEW_DIMENSIONS.map((dimension) => {
          const mean = dimensions[dimension] ?? 0
          return (
            <div key={dimension} className={ROW_CLASS}>
              <dt className="text-muted">{REVIEW_DIMENSION_LABELS[dimension]}</dt>
              <dd className="contents">
                <ProportionBar share={(mean - 1) / 4} />
                <span className="text-right tabular-nums">{mean.toFixed(1)}</span>
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
