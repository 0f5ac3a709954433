import { useQuery } from '@tanstack/react-query'
import { reviewModerationCalls } from '#contracts/member-reviews/calls.ts'
import {
  AFFILIATION_LABELS,
  REVIEW_DIMENSION_LABELS,
  REVIEW_DIMENSIONS,
  REVIEW_PART_LABELS,
} from '#contracts/member-reviews/choices.ts'
import { MEMBER_REVIEW_MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import type { ReviewContent } from '#contracts/member-reviews/review.ts'
import { describeBackground } from '#contracts/rules/reviews/describe-review.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { LoadError } from '../../components/load-error.tsx'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { ReportsPanel } from '../../lists/abuse-reports/reports-panel.tsx'
import { AssignmentLine } from '../../lists/assignments/assignment-line.tsx'
import { ModerationDrawer, ModerationSkeleton } from '../../lists/moderation/moderation-drawer.tsx'
import { useCan } from '../../session/session.ts'
import { hasUnsavedChanges } from '../../session/unsaved-changes.ts'
import { PublicProductLink } from '../product-detail/public-product-link.tsx'
import { DecisionForm } from './decision-form.tsx'
import { memberReviewQuery } from './member-review-calls.ts'
import { ReplyPanel } from './reply-panel.tsx'
import { ReviewAuthor } from './review-author.tsx'
import { ReviewFlags } from './review-flags.tsx'
import { ReviewStatus } from './review-status.tsx'

const CHANGED_CALLS = [reviewModerationCalls.list, reviewModerationCalls.get]

type ContentPart = {
  label: string
  getText: (content: ReviewContent) => string
  /** Precedes the text. */
  prefix?: string
}

const formatRatings = ({ ratings }: ReviewContent) =>
  REVIEW_DIMENSIONS.map((dimension) => `${REVIEW_DIMENSION_LABELS[dimension]} ${ratings[dimension]}`).join('，')

const CONTENT_PARTS: readonly ContentPart[] = [
  { label: '评分', getText: formatRatings },
  { label: REVIEW_PART_LABELS.pros, getText: ({ pros }) => pros },
  { label: REVIEW_PART_LABELS.cons, getText: ({ cons }) => cons },
  { label: REVIEW_PART_LABELS.advice, getText: ({ advice }) => advice },
  { label: '使用情况', getText: describeBackground },
  { label: REVIEW_PART_LABELS.affiliation, getText: ({ affiliation }) => AFFILIATION_LABELS[affiliation] },
  { label: '署名', getText: ({ isAnonymous }) => (isAnonymous ? '匿名' : '署名'), prefix: '对读者' },
]

/** The submitted content; parts that differ from the published review also show the published text. */
function ReviewContentList({ review }: { review: ModeratedReview }) {
  const { content, published } = review
  return (
    <section>
      <h3 className="pb-2 text-base">内容</h3>
      <dl className="flex flex-col gap-3">
        {CONTENT_PARTS.map((part) => (
          <ContentPartDetail key={part.label} part={part} content={content} published={published} />
        ))}
      </dl>
    </section>
  )
}

type ContentPartDetailProps = { part: ContentPart; content: ReviewContent; published: ReviewContent | null }

function ContentPartDetail({ part, content, published }: ContentPartDetailProps) {
  const { label, getText, prefix = '' } = part
  const text = getText(content)
  const publishedText = published ? getText(published) : text
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{text ? `${prefix}${text}` : '没有填写'}</dd>
      {publishedText !== text && (
        <dd className="mt-1 rounded-md bg-sunken px-3 py-1.5 text-sm whitespace-pre-line wrap-anywhere">
          <span className="text-muted">读者现在看到：</span>
          {publishedText || '（空）'}
        </dd>
      )}
    </div>
  )
}

type MemberReviewDrawerProps = {
  isOpen: boolean
  /** '' while the next review is being loaded. */
  id: string
  onMove: (step: 1 | -1) => void
  onClose: () => void
}

/** Shows one review: content, author, proof, and the decision form. */
export const MemberReviewDrawer = ({ id, ...props }: MemberReviewDrawerProps) => (
  <ModerationDrawer title="会员评价" id={id} {...props}>
    <LoadedReview key={id} id={id} />
  </ModerationDrawer>
)

function LoadedReview({ id }: { id: string }) {
  const reviewQuery = useQuery({
    ...dataOf(memberReviewQuery(id)),
    refetchOnMount: 'always',
  })
  // The decision and the reply are separate forms, each tracking its own changes.
  useLeaveGuard(`member-review:${id}`, { isDirty: false, isDirtyNow: hasUnsavedChanges, urlParameters: { review: id } })
  if (reviewQuery.isPending) return <ModerationSkeleton />
  if (!reviewQuery.data)
    return (
      <LoadError error={reviewQuery.error} fallback={MEMBER_REVIEW_MESSAGES.listFailed} onRetry={reviewQuery.refetch} />
    )
  return <ReviewDetails review={reviewQuery.data} />
}

type ReviewProps = { review: ModeratedReview }

function ReviewDetails({ review }: ReviewProps) {
  const canWrite = useCan('reviews:write')
  const canDecide = canWrite && review.status !== 'withdrawn' && !review.isSample
  const hasReplyPanel = review.published !== null && (canWrite || review.reply !== null)
  return (
    <div className="flex flex-col gap-6">
      <ReviewHeader review={review} />
      <ReviewContentList review={review} />
      <ReviewAuthor review={review} />
      <ReportsPanel kind="review" id={review.id} reports={review.reports} changedCalls={CHANGED_CALLS} />
      {canDecide && <DecisionForm review={review} />}
      {hasReplyPanel && <ReplyPanel review={review} canWrite={canWrite} />}
    </div>
  )
}

function ReviewHeader({ review }: ReviewProps) {
  const { product, reason, decidedAt, decidedBy } = review
  return (
    <section>
      <h2 className="text-lg">
        {product.isActive ? (
          <PublicProductLink catalogue={product.catalogue} product={product} tab="reviews" />
        ) : (
          product.name
        )}
      </h2>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-2">
        <ReviewStatus review={review} />
        <ReviewFlags review={review} />
      </div>
      <AssignmentLine kind="memberReview" id={review.id} assignment={review.assignment} changedCalls={CHANGED_CALLS} />
      {decidedAt && (
        <p className="pt-2 text-sm text-muted">
          {review.status === 'pending' && '上次：'}
          {formatMinute(decidedAt)}，{decidedBy?.name ?? '系统'}审核
          {reason && `，原因：${reason}`}
        </p>
      )}
    </section>
  )
}
