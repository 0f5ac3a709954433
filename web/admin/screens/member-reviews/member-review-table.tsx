import { Button } from 'antd'
import {
  BadgeCheck,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  FileCheck,
  Network,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { MEMBER_REVIEWS } from '#contracts/limits.ts'
import { MEMBER_REVIEW_STATUS_LABELS, type MemberReviewStatus } from '#contracts/member-reviews/choices.ts'
import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import { describeAffiliation } from '#contracts/rules/reviews/describe-review.ts'
import { getMeanRating } from '#contracts/rules/reviews/review-summary.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { Stars } from '../../../shared/stars.tsx'
import { getToneClass } from '../../../shared/tone.ts'
import { type StatusStyle, StatusTag } from '../../components/status-tag.tsx'
import { RecordTable } from '../../lists/record-table.tsx'
import { useCan } from '../../session/session.ts'

type MemberReviewTableProps = { reviews: readonly ModeratedReview[]; onOpen: (id: string) => void }

/** A page of members' reviews. */
export function MemberReviewTable({ reviews, onOpen }: MemberReviewTableProps) {
  const canWrite = useCan('reviews:write')
  const renderOpenButton = (review: ModeratedReview) => {
    const verb = canWrite && review.status === 'pending' ? '审核' : '查看'
    return (
      <Button aria-label={`${verb}对${review.product.name}的评价`} onClick={() => onOpen(review.id)}>
        {verb}
      </Button>
    )
  }
  return (
    <RecordTable
      label="会员评价"
      items={reviews}
      getKey={({ id }) => id}
      columns={[
        { title: '评价', renderCell: (review) => <Excerpt review={review} />, className: 'w-2/5' },
        { title: '产品', renderCell: (review) => <ProductCell review={review} /> },
        { title: '留意', renderCell: (review) => <ReviewFlags review={review} />, className: 'min-w-52' },
        { title: '状态', renderCell: (review) => <ReviewStatus review={review} />, className: 'whitespace-nowrap' },
        { title: '操作', renderCell: renderOpenButton },
      ]}
      renderCard={(review) => (
        <div className="flex flex-col gap-2">
          <ProductCell review={review} />
          <Excerpt review={review} />
          <ReviewFlags review={review} />
          <div className="flex items-center justify-between gap-3">
            <ReviewStatus review={review} />
            {renderOpenButton(review)}
          </div>
        </div>
      )}
    />
  )
}

type ReviewProps = { review: ModeratedReview }

const Excerpt = ({ review: { author, content, isSample, submittedAt } }: ReviewProps) => (
  <div className="min-w-0">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <p className="font-semibold wrap-anywhere">{author?.name ?? (isSample ? '示例评价' : '会员')}</p>
      <Stars rating={getMeanRating(content.ratings)} />
      <time className="text-sm text-muted tabular-nums" dateTime={submittedAt}>
        {formatMinute(submittedAt)}
      </time>
    </div>
    <p className="line-clamp-2 wrap-anywhere">{content.pros}</p>
  </div>
)

const ProductCell = ({ review: { product } }: ReviewProps) => (
  <div className="min-w-0">
    <p className="wrap-anywhere">{product.name}</p>
    <p className="text-sm text-muted">
      {CATALOGUE_LABELS[product.catalogue]}
      {!product.isActive && '，未上架'}
    </p>
  </div>
)

/** Flags for moderators, each with icon and text. */
export function ReviewFlags({ review }: ReviewProps) {
  const affiliationText = describeAffiliation(review.content)
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm empty:hidden md:flex-col">
      {review.isVerified && (
        <Flag icon={<BadgeCheck className="size-4" aria-hidden />} tone="green">
          已验证
        </Flag>
      )}
      {review.proof && (
        <Flag icon={<FileCheck className="size-4" aria-hidden />} tone="blue">
          有证明
        </Flag>
      )}
      {affiliationText && (
        <Flag icon={<TriangleAlert className="size-4" aria-hidden />} tone="orange">
          {affiliationText}
        </Flag>
      )}
      {review.isVendorRelated && !affiliationText && (
        <Flag icon={<TriangleAlert className="size-4" aria-hidden />} tone="red">
          疑似厂商人员，未说明
        </Flag>
      )}
      {review.sameAddress > 0 && (
        <Flag icon={<Network className="size-4" aria-hidden />} tone="orange">
          同一网络{MEMBER_REVIEWS.sameAddressDays}天内另有{review.sameAddress}条
        </Flag>
      )}
    </ul>
  )
}

const Flag = ({ icon, tone, children }: { icon: ReactNode; tone: string; children: ReactNode }) => (
  <li className={`${getToneClass(tone)} inline-flex items-start gap-1 text-tone [&>svg]:mt-1 [&>svg]:shrink-0`}>
    {icon}
    <span>{children}</span>
  </li>
)

const STATUS_STYLES: Record<MemberReviewStatus, StatusStyle> = {
  pending: { Icon: CircleDashed, color: 'yellow' },
  published: { Icon: CircleCheck, color: 'green' },
  rejected: { Icon: CircleX, color: 'red' },
  withdrawn: { Icon: CircleSlash, color: 'gray' },
}

/** The status of a review, and whether readers still see its earlier text. */
export const ReviewStatus = ({ review }: ReviewProps) => (
  <div>
    <StatusTag statusStyle={STATUS_STYLES[review.status]} label={MEMBER_REVIEW_STATUS_LABELS[review.status]} />
    {review.published && review.status !== 'published' && <p className="pt-1 text-sm text-muted">旧内容展示中</p>}
  </div>
)
