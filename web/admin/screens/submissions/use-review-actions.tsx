import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import type { SubmissionRecord, SubmissionReview } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as TEXTS } from '#contracts/submissions/messages.ts'
import { failureMessage } from '../../../shared/read-failure.ts'
import { useConfirm } from '../../parts/use-confirm.ts'
import { removeSubmission, reviewSubmission, SUBMISSIONS_KEY } from './submission-calls.ts'

/** What goes with a verdict: the notes as its reviewer sees them, and the version that they stand on. */
export type VerdictNotes = Omit<SubmissionReview, 'status'>
type Verdict = { record: SubmissionRecord; review: SubmissionReview }
/** `sent` is what went with the verdict. */
type Handlers = {
  onReviewed?: (record: SubmissionRecord, review: SubmissionReview) => void
  onRemoved?: (record: SubmissionRecord) => void
}

/** Approving, rejecting and deleting: each asks first, says what follows, and has the lists read anew. */
export function useReviewActions({ onReviewed, onRemoved }: Handlers = {}) {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const client = useQueryClient()
  // If it failed, too: somebody else may have reviewed it meanwhile.
  const onSettled = () => client.invalidateQueries({ queryKey: [SUBMISSIONS_KEY] })
  const reviewing = useMutation({
    mutationFn: ({ record, review }: Verdict) => reviewSubmission(record._id, review),
    onSuccess(reply, { review }) {
      message.success(reply.message ?? (review.status === 'approved' ? TEXTS.approved : TEXTS.rejected))
      onReviewed?.(reply.data, review)
    },
    onError: (error) => void message.error(failureMessage(error, TEXTS.reviewFailed)),
    onSettled,
  })
  const removing = useMutation({
    mutationFn: (record: SubmissionRecord) => removeSubmission(record._id),
    onSuccess(reply, record) {
      message.success(reply.message ?? TEXTS.removed)
      onRemoved?.(record)
    },
    onError: (error) => void message.error(failureMessage(error, TEXTS.removeFailed)),
    onSettled,
  })

  return {
    isBusy: reviewing.isPending || removing.isPending,

    approve: (record: SubmissionRecord, notes: VerdictNotes = { version: record.version }) =>
      confirm({
        title: `通过“${record.productName}”？`,
        content: '将在智能体产品目录中创建同名产品并立即公开，厂商可以凭回执看到结果与审核意见。',
        okText: '通过',
        onOk: () => reviewing.mutateAsync({ record, review: { status: 'approved', ...notes } }),
      }),

    reject: (record: SubmissionRecord, notes: VerdictNotes = { version: record.version }) =>
      confirm({
        title: `拒绝“${record.productName}”？`,
        content: <WhatTheVendorReads notes={notes.vendorNotes ?? record.vendorNotes} />,
        okText: '拒绝',
        isDangerous: true,
        onOk: () => reviewing.mutateAsync({ record, review: { status: 'rejected', ...notes } }),
      }),

    remove: (record: SubmissionRecord) =>
      confirm({
        title: TEXTS.removeConfirm,
        content: `“${record.productName}”的提交内容与附件会被永久删除，厂商的回执也将失效${
          record.productId ? '；已创建的产品不受影响' : ''
        }。`,
        okText: '删除',
        isDangerous: true,
        onOk: () => removing.mutateAsync(record),
      }),
  }
}

export type ReviewActions = ReturnType<typeof useReviewActions>

const WhatTheVendorReads = ({ notes }: { notes: string }) =>
  notes.trim() === '' ? (
    <p>还没有填写审核意见：厂商凭回执只能看到“已拒绝”，看不到原因。</p>
  ) : (
    <>
      <p>厂商凭回执可以看到以下审核意见：</p>
      <p className="mt-2 max-h-40 overflow-y-auto border-l-2 border-control pl-3 whitespace-pre-line">{notes.trim()}</p>
    </>
  )
