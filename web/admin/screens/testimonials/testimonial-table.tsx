import { Eye, EyeOff } from 'lucide-react'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import {
  TESTIMONIAL_STATUS_LABELS,
  type TestimonialRecord,
  type TestimonialStatus,
} from '#contracts/testimonials/testimonial.ts'
import { ANONYMOUS_REVIEWER_NAME } from '#contracts/vocabulary.ts'
import { formatDay } from '../../../shared/formats.ts'
import { Stars } from '../../../shared/stars.tsx'
import { type StatusStyle, StatusTag } from '../../components/status-tag.tsx'
import { LongText } from '../../lists/long-text.tsx'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { RowAction } from '../../lists/row-actions.tsx'
import { PublicProductLink } from '../product-detail/public-product-link.tsx'
import type { Moderation } from './use-moderation.ts'

type ReviewTableProps = {
  reviews: readonly TestimonialRecord[]
  /** Absent without write permission. */
  moderation: Moderation | undefined
}

export function TestimonialTable({ reviews, moderation }: ReviewTableProps) {
  const renderAction = (review: TestimonialRecord) =>
    moderation && <ModerationButton review={review} moderation={moderation} />
  const columns: readonly Column<TestimonialRecord>[] = [
    { title: '评价', renderCell: (review) => <ReviewText review={review} />, className: 'w-1/2' },
    { title: '产品', renderCell: (review) => <Product review={review} /> },
    { title: '状态', renderCell: (review) => <Status review={review} /> },
    { title: '操作', renderCell: renderAction, isHidden: !moderation },
  ]
  return (
    <RecordTable
      label="评价"
      items={reviews}
      getKey={({ id }) => id}
      columns={columns}
      renderCard={(review) => (
        <div className="flex flex-col gap-2">
          <Product review={review} />
          <ReviewText review={review} />
          <div className="flex items-center justify-between gap-3">
            <Status review={review} />
            {renderAction(review)}
          </div>
        </div>
      )}
    />
  )
}

type ReviewProps = { review: TestimonialRecord }
const getName = ({ user }: TestimonialRecord) => user || ANONYMOUS_REVIEWER_NAME

const ReviewText = ({ review }: ReviewProps) => (
  <div className="min-w-0">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <p className="font-semibold wrap-anywhere">{getName(review)}</p>
      <Stars rating={review.rating} />
      {review.date && <p className="text-sm text-muted tabular-nums">{formatDay(review.date)}</p>}
    </div>
    {review.comment && (
      <LongText
        text={review.comment}
        lines={3}
        lineLength={28}
        className={`wrap-anywhere ${review.status === 'hidden' ? 'text-muted' : ''}`}
      />
    )}
  </div>
)

function Product({ review }: ReviewProps) {
  const { catalogue, product } = review
  return (
    <div className="min-w-0">
      {product.isActive ? (
        <PublicProductLink catalogue={catalogue} product={product} tab="reviews" />
      ) : (
        <p className="wrap-anywhere">{product.name}</p>
      )}
      <p className="text-sm text-muted">
        {CATALOGUE_LABELS[catalogue]}
        {!product.isActive && '，未上架'}
      </p>
    </div>
  )
}

const STATUS_STYLES: Record<TestimonialStatus, StatusStyle> = {
  shown: { Icon: Eye, color: 'green' },
  hidden: { Icon: EyeOff, color: 'orange' },
}

const Status = ({ review }: ReviewProps) => (
  <StatusTag statusStyle={STATUS_STYLES[review.status]} label={TESTIMONIAL_STATUS_LABELS[review.status]} />
)

function ModerationButton({ review, moderation }: ReviewProps & { moderation: Moderation }) {
  const isHidden = review.status === 'hidden'
  const label = isHidden ? '恢复显示' : '隐藏'
  return (
    <RowAction
      label={`${label}${getName(review)}对${review.product.name}的评价`}
      isBusy={moderation.pendingId === review.id}
      onClick={() => moderation.moderate(review, isHidden ? 'shown' : 'hidden')}
    >
      {label}
    </RowAction>
  )
}
