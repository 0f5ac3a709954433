import { BadgeCheck } from 'lucide-react'
import { MEMBER_REVIEW_STATUS_LABELS, type MemberReviewStatus } from '#contracts/member-reviews/choices.ts'
import type { OwnReview } from '#contracts/member-reviews/review.ts'
import { PRODUCT_PAGES } from '#contracts/product-pages.ts'
import { describeAffiliation, describeBackground } from '#contracts/rules/reviews/describe-review.ts'
import { getMeanRating } from '#contracts/rules/reviews/review-summary.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { Stars } from '../../../shared/stars.tsx'
import { getToneClass } from '../../../shared/tone.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { Link } from '../../router.tsx'
import { CATALOGUE_PAGES } from '../products/catalogue-pages.ts'
import { Opinions } from './review-content.tsx'
import { WithdrawReviewButton } from './withdraw-review-button.tsx'

const TONES: Record<MemberReviewStatus, string> = {
  pending: 'blue',
  published: 'green',
  rejected: 'red',
  withdrawn: 'gray',
}
const EDIT_LABELS: Record<MemberReviewStatus, string> = {
  pending: '修改',
  published: '修改',
  rejected: '修改后再提交',
  withdrawn: '重新提交',
}

/** Describes what readers see while the latest version isn't published; '' if it is. */
const describePublished = ({ status, isPublished }: OwnReview): string =>
  isPublished && status !== 'published' ? '修改前的内容仍在展示。' : ''

/** A member's own review with its status and actions. */
export function OwnReviewCard({ review }: { review: OwnReview }) {
  const { product, status, content, reason, proof } = review
  const affiliation = describeAffiliation(content)
  const note = describePublished(review) + (affiliation && `${affiliation}。`)
  return (
    <article className="card p-5 md:p-6">
      <Heading review={review} />
      <p className="mt-1 text-sm text-muted">
        {formatMinute(review.submittedAt)}提交，<span>{content.isAnonymous ? '对读者匿名' : '署名'}</span>
        <span>{proof && `，附有证明“${proof.name}”`}</span>
        <span>{review.helpful > 0 && `，${review.helpful}人觉得有帮助`}</span>
      </p>
      {reason && (
        <p className="mt-3 rounded-lg border border-danger px-3.5 py-2 whitespace-pre-line">未通过的原因：{reason}</p>
      )}
      {note && <p className="mt-3">{note}</p>}
      <p className="mt-3 text-sm text-muted">{describeBackground(content)}</p>
      <div className="mt-3">
        <Opinions content={content} />
      </div>
      {review.reply && <p className="mt-3 text-sm text-muted">厂商回复：{review.reply.text}</p>}
      <div className="mt-5 flex flex-wrap gap-3">
        {product.isActive && (
          <Link
            to={CATALOGUE_PAGES[product.catalogue].getReviewPath(product.id)}
            className={getButtonClass('secondary')}
            aria-label={`${EDIT_LABELS[status]}：${product.name}`}
          >
            {EDIT_LABELS[status]}
          </Link>
        )}
        {status !== 'withdrawn' && <WithdrawReviewButton review={review} />}
      </div>
    </article>
  )
}

/** The product, its rating, and the status of the review. */
const Heading = ({ review: { product, content, status, isVerified } }: { review: OwnReview }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <h2 className="text-lg">
      {product.isActive ? (
        <Link
          to={`${PRODUCT_PAGES[product.catalogue](product.id)}?tab=reviews`}
          className="hover:text-indigo hover:underline"
        >
          {product.name}
        </Link>
      ) : (
        `${product.name}（已下架）`
      )}
    </h2>
    <Stars rating={getMeanRating(content.ratings)} />
    <span
      className={`${getToneClass(TONES[status])} rounded-md border border-tone bg-tone px-2 py-0.5 text-sm text-tone`}
    >
      {MEMBER_REVIEW_STATUS_LABELS[status]}
    </span>
    {isVerified && (
      <span className={`${getToneClass('green')} inline-flex items-center gap-1 text-sm text-tone`}>
        <BadgeCheck className="size-4" aria-hidden />
        已验证
      </span>
    )}
  </div>
)
