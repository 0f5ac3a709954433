import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { MEMBER_REVIEW_MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { LoadError } from '../../components/load-error.tsx'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { DrawerQueueButtons } from '../../lists/queue-buttons.tsx'
import { useCan } from '../../session/session.ts'
import { hasUnsavedChanges } from '../../session/unsaved-changes.ts'
import { PublicProductLink } from '../product-detail/public-product-link.tsx'
import { DecisionForm } from './decision-form.tsx'
import { getMemberReview, memberReviewKey } from './member-review-calls.ts'
import { ReplyPanel } from './reply-panel.tsx'
import { ReviewAuthor } from './review-author.tsx'
import { ReviewContentList } from './review-content-list.tsx'
import { ReviewFlags } from './review-flags.tsx'
import { ReviewStatus } from './review-status.tsx'

type MemberReviewDrawerProps = {
  isOpen: boolean
  /** '' while the next review is being loaded. */
  id: string
  onMove: (step: 1 | -1) => void
  onClose: () => void
}

/** Shows one review: content, author, proof, and the decision form. */
export const MemberReviewDrawer = ({ isOpen, id, onMove, onClose }: MemberReviewDrawerProps) => (
  <Drawer
    open={isOpen}
    size={640}
    title="会员评价"
    extra={<DrawerQueueButtons onMove={onMove} />}
    onClose={onClose}
    destroyOnHidden
  >
    {id === '' ? <Skeleton active title={false} paragraph={{ rows: 10 }} /> : <LoadedReview key={id} id={id} />}
  </Drawer>
)

function LoadedReview({ id }: { id: string }) {
  const reviewQuery = useQuery({
    queryKey: memberReviewKey(id),
    queryFn: () => getMemberReview(id),
    refetchOnMount: 'always',
  })
  // The decision and the reply are separate forms, each tracking its own changes.
  useLeaveGuard(`member-review:${id}`, { isDirty: false, isDirtyNow: hasUnsavedChanges, urlParameters: { review: id } })
  if (reviewQuery.isPending) return <Skeleton active title={false} paragraph={{ rows: 10 }} />
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
