import { CircleCheck, CircleDashed, CircleSlash, CircleX } from 'lucide-react'
import { MEMBER_REVIEW_STATUS_LABELS, type MemberReviewStatus } from '#contracts/member-reviews/choices.ts'
import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import { type StatusStyle, StatusTag } from '../../components/status-tag.tsx'

const STATUS_STYLES: Record<MemberReviewStatus, StatusStyle> = {
  pending: { Icon: CircleDashed, color: 'yellow' },
  published: { Icon: CircleCheck, color: 'green' },
  rejected: { Icon: CircleX, color: 'red' },
  withdrawn: { Icon: CircleSlash, color: 'gray' },
}

/** The status of a review, and whether readers still see its earlier text. */
export const ReviewStatus = ({ review }: { review: ModeratedReview }) => (
  <div>
    <StatusTag statusStyle={STATUS_STYLES[review.status]} label={MEMBER_REVIEW_STATUS_LABELS[review.status]} />
    {review.published && review.status !== 'published' && <p className="pt-1 text-sm text-muted">旧内容展示中</p>}
  </div>
)
