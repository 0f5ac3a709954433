import { Button, Segmented } from 'antd'
import { ArrowLeft, ChevronDown, ChevronUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useCan } from '../../session/session.ts'
import { StatusTag } from '../submissions/status-tag.tsx'
import { SubmissionDetails } from '../submissions/submission-details.tsx'
import { useReviewActions } from '../submissions/use-review-actions.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { ProductPreview } from './product-preview.tsx'
import { useKeys } from './use-keys.ts'
import { useNotes } from './use-notes.ts'

/** The view of a submission: its fields, or a preview of the product page. */
export type View = 'details' | 'preview'

type ReviewPanelProps = {
  record: SubmissionRecord
  view: View
  onView: (view: View) => void
  onMove: (step: 1 | -1) => void
  onBack: () => void
  onRemoved: () => void
}

/** One submission under review: what the vendor wrote, or the page that it would become; notes, checklist, verdict. */
export function SubmissionReviewPanel({ record, view, onView, onMove, onBack, onRemoved }: ReviewPanelProps) {
  const canWrite = useCan('submissions:write')
  const canReview = canWrite && record.status === 'pending'
  const notes = useNotes(record)
  const reviewActions = useReviewActions({
    onReviewed: notes.acceptVerdict,
    onRemoved,
  })
  const [isAsking, setAsking] = useState(false)
  /** A verdict is asked for once it is clear which words go with it: those that its dialog shows. */
  const isBlocked = isAsking || reviewActions.isBusy || notes.status === 'contested'
  async function confirmVerdict(verdict: 'approve' | 'reject') {
    setAsking(true)
    const verdictNotes = await notes.prepareVerdict()
    setAsking(false)
    if (verdictNotes) reviewActions[verdict](record, verdictNotes)
  }
  const approve = () => void confirmVerdict('approve')
  const reject = () => void confirmVerdict('reject')
  useKeys({
    j: () => onMove(1),
    ArrowDown: () => onMove(1),
    k: () => onMove(-1),
    ArrowUp: () => onMove(-1),
    ...(canReview && !isBlocked ? { a: approve, r: reject } : {}),
  })

  return (
    <article aria-label={record.productName} className="panel flex min-w-0 flex-col">
      <header className="flex flex-col gap-3 border-b border-line px-4 py-4 md:px-6">
        <div className="flex items-center justify-between gap-2">
          <Button className="lg:hidden" icon={<ArrowLeft className="size-4" aria-hidden />} onClick={onBack}>
            返回列表
          </Button>
          <div className="flex gap-1 lg:ml-auto">
            <Button
              aria-label="上一条"
              icon={<ChevronUp className="size-4" aria-hidden />}
              onClick={() => onMove(-1)}
            />
            <Button
              aria-label="下一条"
              icon={<ChevronDown className="size-4" aria-hidden />}
              onClick={() => onMove(1)}
            />
          </div>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <h2 className="text-xl">{record.productName}</h2>
            <p className="pt-1 text-sm text-muted tabular-nums">
              {record.companyName}，{formatMinute(record.createdAt)}提交
            </p>
          </div>
          <StatusTag status={record.status} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Segmented
            aria-label="查看方式"
            value={view}
            onChange={onView}
            options={[
              { value: 'details', label: '提交内容' },
              { value: 'preview', label: '页面预览' },
            ]}
          />
          {canWrite && (
            <div className="flex flex-wrap gap-2">
              <Button
                danger
                type="text"
                aria-label={`删除${record.productName}`}
                icon={<Trash2 className="size-4" aria-hidden />}
                disabled={reviewActions.isBusy}
                onClick={() => reviewActions.remove(record)}
              />
              {canReview && (
                <>
                  <Button danger aria-keyshortcuts="r" disabled={isBlocked} onClick={reject}>
                    拒绝
                  </Button>
                  <Button type="primary" aria-keyshortcuts="a" disabled={isBlocked} onClick={approve}>
                    通过
                  </Button>
                </>
              )}
            </div>
          )}
        </div>
      </header>
      <div className="flex flex-col gap-6 px-4 py-5 md:px-6">
        {view === 'preview' ? <ProductPreview record={record} /> : <SubmissionDetails record={record} level="h3" />}
        <NotesPanel notes={notes} canWrite={canWrite} />
      </div>
    </article>
  )
}
