import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { ArrowLeft, ChevronDown, ChevronUp, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ApprovalInfo, ExistingProduct } from '#contracts/submission-review/approval.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useExclusive } from '../../../shared/use-exclusive.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useShortcuts } from '../../components/use-shortcuts.ts'
import { useCan } from '../../session/session.ts'
import { ChangedFields, ScreenshotChange } from '../submissions/approval-changes.tsx'
import { DeadlineTag } from '../submissions/deadline-tag.tsx'
import { formatAge, formatLastDay } from '../submissions/review-deadline.ts'
import { SimilarItems } from '../submissions/similar-items.tsx'
import { approvalKey, getApprovalInfo } from '../submissions/submission-calls.ts'
import { SubmissionDetails } from '../submissions/submission-details.tsx'
import { SubmissionStatusTag } from '../submissions/submission-status-tag.tsx'
import { UpdateTag } from '../submissions/update-tag.tsx'
import type { ReviewActions } from '../submissions/use-review-actions.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { ProductPreview } from './product-preview.tsx'
import { useNotes } from './use-notes.ts'

/** The views of a submission: its fields, or a preview of the product page. */
export type View = 'details' | 'preview'

type ReviewPanelProps = {
  record: SubmissionRecord
  now: number
  view: View
  reviewActions: ReviewActions
  onViewChange: (view: View) => void
  onMove: (step: 1 | -1) => void
  onBack: () => void
}

/**
 * One submission under review: its fields or a preview of the product page, notes, checklist and decision. Title, status
 * and decision stay visible: at the top on a wide screen, at top and bottom on a phone.
 */
export function SubmissionReviewPanel(props: ReviewPanelProps) {
  const { record, now, view, reviewActions, onViewChange, onMove, onBack } = props
  const canWrite = useCan('submissions:write')
  const canReview = canWrite && record.status === 'pending'
  const notes = useNotes(record)
  const approvalQuery = useQuery({
    queryKey: approvalKey(record._id),
    queryFn: () => getApprovalInfo(record._id),
    enabled: canReview,
  })
  const [isPreparing, setIsPreparing] = useState(false)
  /** Whether no decision can be given: another one is being sent, or the notes have a conflict. */
  const isBlocked = isPreparing || reviewActions.isBusy || notes.status === 'conflict'
  const confirmDecision = useExclusive(async (decision: 'approve' | 'reject') => {
    setIsPreparing(true)
    const decisionNotes = await notes.prepareDecision()
    setIsPreparing(false)
    if (decisionNotes) reviewActions[decision](record, decisionNotes, notes.acceptDecision)
  })
  const approve = () => void confirmDecision('approve')
  const reject = () => void confirmDecision('reject')
  useShortcuts({
    j: () => onMove(1),
    ArrowDown: () => onMove(1),
    k: () => onMove(-1),
    ArrowUp: () => onMove(-1),
    ...(canReview && !isBlocked ? { a: approve, r: reject } : {}),
  })

  return (
    <article aria-label={record.productName} className="panel flex min-w-0 flex-col lg:h-full">
      <PanelHeader record={record} now={now} onBack={onBack} />
      <PanelActions
        record={record}
        now={now}
        isBusy={reviewActions.isBusy}
        onMove={onMove}
        onRemove={canWrite ? () => reviewActions.remove(record) : undefined}
        onWithdraw={canWrite && !canReview ? () => reviewActions.withdraw(record) : undefined}
        review={canReview ? { isBlocked, approve, reject } : undefined}
      />
      <div className="flex flex-col gap-5 px-4 py-4 lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:px-5">
        {canReview && approvalQuery.data && record.update && (
          <UpdateChanges record={record} existing={approvalQuery.data.existing} />
        )}
        {canReview && approvalQuery.data && <Duplicates approval={approvalQuery.data} />}
        {/* An update only has some of the product's fields: there is no page to preview. */}
        <div className={record.update ? 'hidden' : ''}>
          <Segmented
            aria-label="查看方式"
            value={view}
            onChange={onViewChange}
            options={[
              { value: 'details', label: '提交内容' },
              { value: 'preview', label: '页面预览' },
            ]}
          />
        </div>
        {view === 'preview' && !record.update ? (
          <ProductPreview record={record} category={approvalQuery.data?.suggestedCategory || record.category} />
        ) : (
          <SubmissionDetails record={record} level="h3" />
        )}
        <NotesPanel notes={notes} canWrite={canWrite} />
      </div>
    </article>
  )
}

type PanelHeaderProps = { record: SubmissionRecord; now: number; onBack: () => void }

const PanelHeader = ({ record, now, onBack }: PanelHeaderProps) => (
  <header className="sticky top-0 z-10 flex items-start gap-2 rounded-t-card border-b border-line bg-surface px-2 py-2 lg:static lg:border-b-0 lg:px-5 lg:pt-3 lg:pb-0">
    <Button
      className="lg:hidden"
      type="text"
      aria-label="返回列表"
      icon={<ArrowLeft className="size-5" aria-hidden />}
      onClick={onBack}
    />
    <div className="min-w-0 flex-1">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 truncate text-lg" title={record.productName}>
          {record.productName}
        </h2>
        {record.update && <UpdateTag />}
        <SubmissionStatusTag status={record.status} />
        <span className="max-sm:hidden">
          <DeadlineTag dueAt={record.dueAt} now={now} />
        </span>
      </div>
      <div className="lg:hidden">
        <Origin record={record} now={now} />
      </div>
    </div>
  </header>
)

type PanelActionsProps = {
  record: SubmissionRecord
  now: number
  isBusy: boolean
  onMove: (step: 1 | -1) => void
  /** Absent without write permission. */
  onRemove: (() => void) | undefined
  /** Absent for a pending submission, and without write permission. */
  onWithdraw: (() => void) | undefined
  /** Absent if the submission isn't pending, and without write permission. */
  review: { isBlocked: boolean; approve: () => void; reject: () => void } | undefined
}

const PanelActions = ({ record, now, isBusy, onMove, onRemove, onWithdraw, review }: PanelActionsProps) => (
  <div className="sticky bottom-0 z-10 order-last flex items-center gap-2 rounded-b-card border-t border-line bg-surface px-2 py-2 lg:static lg:order-none lg:rounded-none lg:border-t-0 lg:border-b lg:px-5">
    <div className="min-w-0 flex-1 max-lg:hidden">
      <Origin record={record} now={now} />
    </div>
    <Button
      type="text"
      aria-label="上一条"
      icon={<ChevronUp className="size-4" aria-hidden />}
      onClick={() => onMove(-1)}
    />
    <Button
      type="text"
      aria-label="下一条"
      icon={<ChevronDown className="size-4" aria-hidden />}
      onClick={() => onMove(1)}
    />
    {onRemove && (
      <Button
        danger
        type="text"
        aria-label={`删除${record.productName}`}
        icon={<Trash2 className="size-4" aria-hidden />}
        onClick={onRemove}
        {...getUnavailableProps(isBusy)}
      />
    )}
    {review && (
      <>
        <Button
          danger
          aria-keyshortcuts="r"
          onClick={review.reject}
          {...getUnavailableProps(review.isBlocked, 'max-lg:flex-1')}
        >
          拒绝
        </Button>
        <Button
          type="primary"
          aria-keyshortcuts="a"
          onClick={review.approve}
          {...getUnavailableProps(review.isBlocked, 'max-lg:flex-1')}
        >
          通过
        </Button>
      </>
    )}
    {onWithdraw && (
      <Button
        icon={<Undo2 className="size-4" aria-hidden />}
        onClick={onWithdraw}
        {...getUnavailableProps(isBusy, 'max-lg:flex-1')}
      >
        撤销结果
      </Button>
    )}
  </div>
)

const Origin = ({ record, now }: { record: SubmissionRecord; now: number }) => (
  <p
    className="line-clamp-2 text-sm text-muted tabular-nums"
    title={`${record.companyName}，${formatMinute(record.createdAt)}提交`}
  >
    {formatAge(record.createdAt, now)}提交，
    {record.dueAt && `应在${formatLastDay(record.dueAt)}前审核，`}
    {record.companyName}
  </p>
)

type UpdateChangesProps = { record: SubmissionRecord; existing: ExistingProduct | null }

/** What a vendor's update of a listed product changes. */
const UpdateChanges = ({ record, existing }: UpdateChangesProps) => (
  <section aria-label="更新的内容" className="flex flex-col gap-2">
    <h3 className="border-b border-line pb-2 text-base">更新的内容</h3>
    {existing ? (
      <>
        <ScreenshotChange record={record} existing={existing} />
        <ChangedFields existing={existing} record={record} category={existing.fields.category} />
      </>
    ) : (
      <p>要更新的产品已不在目录中，请拒绝并告知厂商，或先从产品回收站恢复它。</p>
    )}
  </section>
)

/** Possible duplicates of the submission; many are collapsed, so that the submission itself stays visible. */
function Duplicates({ approval: { products, submissions } }: { approval: ApprovalInfo }) {
  const count = products.length + submissions.length
  const sameNames = [...products, ...submissions].filter(({ reason }) => reason === 'sameName').length
  if (count === 0) return <p className="text-sm text-muted">没有发现相似的产品与提交。</p>
  return (
    <details open={sameNames > 0}>
      <summary className="cursor-pointer py-1 text-sm">
        相似的产品与提交{count}条{sameNames > 0 && `，其中同名${sameNames}条`}
      </summary>
      <SimilarItems products={products} submissions={submissions} />
    </details>
  )
}
