import { useQuery } from '@tanstack/react-query'
import { Segmented, Skeleton } from 'antd'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { ApprovalInfo, ExistingProduct } from '#contracts/submission-review/approval.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { useExclusive } from '../../../shared/use-exclusive.ts'
import { useShortcuts } from '../../components/use-shortcuts.ts'
import { CommentSection } from '../../lists/comments/comment-section.tsx'
import { useCan } from '../../session/session.ts'
import { ChangedFields, ScreenshotChange } from '../submissions/approval-changes.tsx'
import { ConversationPanel, revealConversation } from '../submissions/conversation-panel.tsx'
import { CorrectionDetails } from '../submissions/correction-details.tsx'
import { SimilarItems } from '../submissions/similar-items.tsx'
import { approvalQuery } from '../submissions/submission-calls.ts'
import { SubmissionDetails } from '../submissions/submission-details.tsx'
import type { ReviewActions } from '../submissions/use-review-actions.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { ReviewPanelActions } from './review-panel-actions.tsx'
import { ReviewPanelHeader } from './review-panel-header.tsx'
import { type NotesEditing, useNotes } from './use-notes.ts'

/** Loaded with the schemas of products when it is first opened. */
const ProductPreview = lazy(async () => ({ default: (await import('./product-preview.tsx')).ProductPreview }))

/** The views of a submission: its fields, or a preview of the product page. */
export type View = 'details' | 'preview'

type ReviewPanelProps = {
  record: SubmissionRecord
  now: number
  view: View
  /** Whether the panel opens at the messages with the vendor. */
  startsAtMessages: boolean
  reviewActions: ReviewActions
  onViewChange: (view: View) => void
  onMove: (step: 1 | -1) => void
  onBack: () => void
  /** Keeps this submission selected, though the list may leave it out. */
  onStay: () => void
}

/**
 * One submission under review: its fields or a preview of the product page, notes, checklist and decision. Title, status
 * and decision stay visible: at the top on a wide screen, at top and bottom on a phone.
 */
export function SubmissionReviewPanel(props: ReviewPanelProps) {
  const { record, now, view, startsAtMessages, reviewActions, onViewChange, onMove, onBack, onStay } = props
  const canWrite = useCan('submissions:write')
  const canReview = canWrite && record.status === 'pending'
  const notes = useNotes(record)
  const revealMessages = useEffectEvent(() => startsAtMessages && revealConversation())
  useEffect(() => void revealMessages(), [])
  const { data: loadedApproval } = useQuery({ ...approvalQuery(record._id), enabled: canReview })
  const approval = canReview ? loadedApproval : undefined
  // An update only has some of the product's fields: there is no page to preview.
  const hasPreview = record.update === null
  const { isBlocked, approve, reject, returnToVendor } = useDecision(record, notes, reviewActions)
  useShortcuts({
    j: () => onMove(1),
    ArrowDown: () => onMove(1),
    k: () => onMove(-1),
    ArrowUp: () => onMove(-1),
    ...(canReview && !isBlocked ? { a: approve, r: reject, b: returnToVendor } : {}),
  })

  return (
    <article aria-label={record.productName} className="panel flex min-w-0 flex-col lg:h-full">
      <ReviewPanelHeader record={record} now={now} onBack={onBack} />
      <ReviewPanelActions
        record={record}
        now={now}
        isBusy={reviewActions.isBusy}
        onMove={onMove}
        onRemove={canWrite ? () => reviewActions.remove(record) : undefined}
        onWithdraw={canWrite && !canReview ? () => reviewActions.withdraw(record) : undefined}
        review={canReview ? { isBlocked, approve, reject, returnToVendor } : undefined}
      />
      <div className="flex flex-col gap-5 px-4 py-4 lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:px-5">
        <CorrectionDetails record={record} level="h3" />
        {approval && record.update && <UpdateChanges record={record} existing={approval.existing} />}
        {approval && <PossibleDuplicates approval={approval} />}
        {hasPreview && <ViewSwitch view={view} onChange={onViewChange} />}
        {hasPreview && view === 'preview' ? (
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 10 }} />}>
            <ProductPreview record={record} category={loadedApproval?.suggestedCategory || record.category} />
          </Suspense>
        ) : (
          <SubmissionDetails record={record} level="h3" />
        )}
        <ConversationPanel record={record} level="h3" onRead={onStay} />
        <NotesPanel notes={notes} canWrite={canWrite} />
        <CommentSection subject={{ kind: 'submission', id: record._id }} />
      </div>
    </article>
  )
}

/** Returns the functions that ask to confirm a decision, once the notes are saved, and whether none can be given now. */
function useDecision(record: SubmissionRecord, notes: NotesEditing, reviewActions: ReviewActions) {
  const [isPreparing, setIsPreparing] = useState(false)
  const confirmDecision = useExclusive(async (decision: 'approve' | 'reject' | 'returnToVendor') => {
    setIsPreparing(true)
    const decisionNotes = await notes.prepareDecision()
    setIsPreparing(false)
    if (decisionNotes) reviewActions[decision](record, decisionNotes, notes.acceptDecision)
  })
  return {
    // Another decision is being sent, or the notes have a conflict.
    isBlocked: isPreparing || reviewActions.isBusy || notes.status === 'conflict',
    approve: () => void confirmDecision('approve'),
    reject: () => void confirmDecision('reject'),
    returnToVendor: () => void confirmDecision('returnToVendor'),
  }
}

const ViewSwitch = ({ view, onChange }: { view: View; onChange: (view: View) => void }) => (
  <div>
    <Segmented
      aria-label="查看方式"
      value={view}
      onChange={onChange}
      options={[
        { value: 'details', label: '提交内容' },
        { value: 'preview', label: '页面预览' },
      ]}
    />
  </div>
)

type UpdateChangesProps = { record: SubmissionRecord; existing: ExistingProduct | null }

/** What a vendor's update of a listed product changes. */
const UpdateChanges = ({ record, existing }: UpdateChangesProps) => (
  <section aria-label="更新的内容" className="flex flex-col gap-2">
    <h3 className="border-b border-line pb-2 text-base">更新的内容</h3>
    {existing ? (
      <>
        <ScreenshotChange record={record} existing={existing} />
        <ChangedFields existing={existing} record={record} category={existing.fields.category} acceptsContact />
      </>
    ) : (
      <p>要更新的产品已不在目录中，请拒绝并告知厂商，或先从产品回收站恢复它。</p>
    )}
  </section>
)

/** Possible duplicates of the submission; many are collapsed, so that the submission itself stays visible. */
function PossibleDuplicates({ approval }: { approval: ApprovalInfo }) {
  const { products, submissions } = approval
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
