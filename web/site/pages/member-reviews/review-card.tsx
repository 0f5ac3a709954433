import { BadgeCheck, TriangleAlert } from 'lucide-react'
import type { PublicReview, ReviewerEligibility } from '#contracts/member-reviews/review.ts'
import { PAGES } from '#contracts/paths.ts'
import { describeAffiliation, describeBackground } from '#contracts/rules/reviews/describe-review.ts'
import { ANONYMOUS_REVIEWER_NAME } from '#contracts/vocabulary.ts'
import { formatDay } from '../../../shared/formats.ts'
import { Stars } from '../../../shared/stars.tsx'
import { getToneClass } from '../../../shared/tone.ts'
import { Tag } from '../../components/tag.tsx'
import { Link } from '../../router.tsx'
import { ReportButton } from '../abuse-reports/report-button.tsx'
import { HelpfulButton } from './helpful-button.tsx'
import { DimensionRatings, Opinions } from './review-content.tsx'
import { ReviewReply } from './review-reply.tsx'
import type { ReviewedProduct } from './reviewed-product.ts'

type ReviewCardProps = {
  review: PublicReview
  product: ReviewedProduct
  /** The signed-in reader's own review and permissions; `undefined` for anonymous readers and until it is loaded. */
  reviewerEligibility: ReviewerEligibility | undefined
}

/** A published review. */
export function ReviewCard({ review, product, reviewerEligibility }: ReviewCardProps) {
  const background = describeBackground(review)
  return (
    <article className="break-inside-avoid border-t border-line py-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <h3 className="text-base">{review.author ?? ANONYMOUS_REVIEWER_NAME}</h3>
        <Stars rating={review.rating} />
        <ReviewBadges review={review} />
        <p className="text-sm text-muted sm:ml-auto">
          <time dateTime={review.writtenAt}>{formatDay(review.writtenAt)}</time>
          <span>{review.isEdited && '，已修改'}</span>
        </p>
      </div>
      {background && <p className="mt-1 text-sm text-muted">{background}</p>}
      <div className="mt-3">
        <DimensionRatings ratings={review.ratings} />
      </div>
      <div className="mt-4">
        <Opinions content={review} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2" data-print="none">
        <HelpfulButton review={review} product={product} reviewerEligibility={reviewerEligibility} />
        <p className="text-sm text-muted">
          计分权重{' '}
          <Link to={PAGES.ratingRules} className="tabular-nums underline underline-offset-4">
            {review.weight.toFixed(2)}
          </Link>
        </p>
        {canReport(review, reviewerEligibility) && <ReportButton kind="review" id={review.id} noun="这条评价" />}
      </div>
      <ReviewReply review={review} product={product} isVendor={reviewerEligibility?.isVendor ?? false} />
    </article>
  )
}

/** Returns whether a reader may report a review: anybody but its author and the staff, and no samples. */
const canReport = (review: PublicReview, eligibility: ReviewerEligibility | undefined): boolean =>
  !review.isSample && eligibility?.review?.id !== review.id && eligibility?.ineligibilityReason !== 'staff'

/** The labels of a review, by text and shape in addition to colour. */
function ReviewBadges({ review }: { review: PublicReview }) {
  const affiliationText = describeAffiliation(review)
  return (
    <>
      {review.isVerified && (
        <span className={`${getToneClass('green')} inline-flex items-center gap-1 text-sm text-tone`}>
          <BadgeCheck className="size-4" aria-hidden />
          已验证
        </span>
      )}
      {affiliationText && (
        <span className={`${getToneClass('orange')} inline-flex items-center gap-1 text-sm text-tone`}>
          <TriangleAlert className="size-4" aria-hidden />
          {affiliationText}
        </span>
      )}
      {review.isSample && <Tag>示例</Tag>}
    </>
  )
}
