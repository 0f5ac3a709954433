import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import { getMeanRating } from '#contracts/rules/reviews/review-summary.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { Stars } from '../../../shared/stars.tsx'
import { AssignmentCell } from '../../lists/assignments/assignment-cell.tsx'
import { RecordTable, type Selection } from '../../lists/record-table.tsx'
import { RowAction } from '../../lists/row-actions.tsx'
import { useCan } from '../../session/session.ts'
import { ReviewFlags } from './review-flags.tsx'
import { ReviewStatus } from './review-status.tsx'

type MemberReviewTableProps = {
  reviews: readonly ModeratedReview[]
  onOpen: (id: string) => void
  selection: Selection<ModeratedReview> | undefined
}

/** A page of members' reviews. */
export function MemberReviewTable({ reviews, onOpen, selection }: MemberReviewTableProps) {
  const canWrite = useCan('reviews:write')
  const renderOpenButton = (review: ModeratedReview) => {
    const verb = canWrite && review.status === 'pending' ? '审核' : '查看'
    return (
      <RowAction label={`${verb}对${review.product.name}的评价`} onClick={() => onOpen(review.id)}>
        {verb}
      </RowAction>
    )
  }
  return (
    <RecordTable
      label="会员评价"
      items={reviews}
      getKey={({ id }) => id}
      selection={selection}
      columns={[
        { title: '评价', renderCell: (review) => <Excerpt review={review} />, className: 'w-2/5' },
        { title: '产品', renderCell: (review) => <ProductCell review={review} /> },
        { title: '留意', renderCell: (review) => <ReviewFlags review={review} />, className: 'min-w-52' },
        { title: '状态', renderCell: (review) => <ReviewStatus review={review} />, className: 'whitespace-nowrap' },
        { title: '负责人', renderCell: (review) => <AssignmentCell assignment={review.assignment} /> },
        { title: '操作', renderCell: renderOpenButton },
      ]}
      renderCard={(review) => (
        <div className="flex flex-col gap-2">
          <ProductCell review={review} />
          <Excerpt review={review} />
          <ReviewFlags review={review} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <ReviewStatus review={review} />
            {review.status === 'pending' && <AssignmentCell assignment={review.assignment} />}
            {renderOpenButton(review)}
          </div>
        </div>
      )}
    />
  )
}

type ReviewProps = { review: ModeratedReview }

const Excerpt = ({ review }: ReviewProps) => (
  <div className="min-w-0">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <p className="font-semibold wrap-anywhere">{review.author?.name ?? (review.isSample ? '示例评价' : '会员')}</p>
      <Stars rating={getMeanRating(review.content.ratings)} />
      <time className="text-sm text-muted tabular-nums" dateTime={review.submittedAt}>
        {formatMinute(review.submittedAt)}
      </time>
    </div>
    <p className="line-clamp-2 wrap-anywhere">{review.content.pros}</p>
  </div>
)

const ProductCell = ({ review }: ReviewProps) => (
  <div className="min-w-0">
    <p className="wrap-anywhere">{review.product.name}</p>
    <p className="text-sm text-muted">
      {CATALOGUE_LABELS[review.product.catalogue]}
      {!review.product.isActive && '，未上架'}
    </p>
  </div>
)
