import { Button } from 'antd'
import { ExternalLink, Eye, EyeOff } from 'lucide-react'
import { REVIEW_STATUS_LABELS, type ReviewRecord } from '#contracts/product-reviews/product-review.ts'
import { CATALOGUE_NAMES } from '#contracts/products/table-messages.ts'
import { NAMELESS_REVIEWER } from '#contracts/vocabulary.ts'
import { formatDay } from '../../../shared/formats.ts'
import { Stars } from '../../../shared/stars.tsx'
import { toneClass } from '../../../shared/tone.ts'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { publicPath } from '../product-detail/product-places.ts'
import { ReviewComment } from './review-comment.tsx'
import type { Moderation } from './use-moderation.ts'

type ReviewTableProps = {
  reviews: readonly ReviewRecord[]
  /** Absent for who may only look. */
  moderation: Moderation | undefined
}

export function ReviewTable({ reviews, moderation }: ReviewTableProps) {
  const act = (review: ReviewRecord) => moderation && <Act review={review} moderation={moderation} />
  const columns: readonly Column<ReviewRecord>[] = [
    { title: '评价', cell: (review) => <Said review={review} />, className: 'w-1/2' },
    { title: '产品', cell: (review) => <Product review={review} /> },
    { title: '状态', cell: (review) => <Status review={review} /> },
    ...(moderation ? [{ title: '操作', cell: act }] : []),
  ]
  return (
    <RecordTable
      label="评价"
      items={reviews}
      keyOf={({ id }) => id}
      columns={columns}
      card={(review) => (
        <div className="flex flex-col gap-2">
          <Product review={review} />
          <Said review={review} />
          <div className="flex items-center justify-between gap-3">
            <Status review={review} />
            {act(review)}
          </div>
        </div>
      )}
    />
  )
}

type Of = { review: ReviewRecord }
const nameOf = ({ user }: ReviewRecord) => user || NAMELESS_REVIEWER

const Said = ({ review }: Of) => (
  <div className="min-w-0">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <p className="font-semibold wrap-anywhere">{nameOf(review)}</p>
      <Stars rating={review.rating} />
      {review.date && <p className="text-sm text-muted tabular-nums">{formatDay(review.date)}</p>}
    </div>
    {review.comment && <ReviewComment comment={review.comment} isMuted={review.status === 'hidden'} />}
  </div>
)

function Product({ review: { catalogue, product } }: Of) {
  return (
    <div className="min-w-0">
      {product.isActive ? (
        <a
          href={`${publicPath(catalogue, product)}?tab=reviews`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 md:min-h-0"
        >
          <span className="wrap-anywhere">{product.name}</span>
          <ExternalLink className="size-3.5 shrink-0" aria-label="（在新标签页打开）" />
        </a>
      ) : (
        <p className="wrap-anywhere">{product.name}</p>
      )}
      <p className="text-sm text-muted">
        {CATALOGUE_NAMES[catalogue]}
        {!product.isActive && '，未上架'}
      </p>
    </div>
  )
}

/** Word and shape; the colour is beside them. */
function Status({ review: { status } }: Of) {
  const Drawn = status === 'hidden' ? EyeOff : Eye
  return (
    <span
      className={`${toneClass(status === 'hidden' ? 'orange' : 'green')} inline-flex items-center gap-1.5 rounded-md border border-tone bg-tone px-2 py-0.5 text-sm whitespace-nowrap text-tone`}
    >
      <Drawn className="size-4 shrink-0" aria-hidden />
      {REVIEW_STATUS_LABELS[status]}
    </span>
  )
}

function Act({ review, moderation }: Of & { moderation: Moderation }) {
  const isHidden = review.status === 'hidden'
  const label = isHidden ? '恢复显示' : '隐藏'
  return (
    <Button
      aria-label={`${label}${nameOf(review)}对${review.product.name}的评价`}
      loading={moderation.pending === review.id}
      onClick={() => moderation.moderate(review, isHidden ? 'shown' : 'hidden')}
    >
      {label}
    </Button>
  )
}
