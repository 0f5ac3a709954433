import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { DECISION_MAIL_DELAY_MS, RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import type {
  DecisionWithdrawal,
  SubmissionRecord,
  SubmissionReview,
} from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { getFieldErrors, toErrorMessage } from '../../../shared/call-error.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useTimedUndoToast } from '../../components/use-timed-undo-toast.tsx'
import { ApproveDialog, type DecisionNotes } from './approve-dialog.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import {
  removeSubmission,
  restoreSubmission,
  reviewSubmission,
  SUBMISSIONS_KEY,
  withdrawDecision,
} from './submission-calls.ts'

/** `onReviewed` receives the notes that were sent with the decision. */
type OnReviewed = (record: SubmissionRecord, review: SubmissionReview) => void
type Decision = { record: SubmissionRecord; review: SubmissionReview; onReviewed?: OnReviewed | undefined }
type PendingDecision = Omit<Decision, 'review'> & { notes: DecisionNotes }
type Withdrawal = { record: SubmissionRecord; body: DecisionWithdrawal }
type ReviewHandlers = {
  onReviewed?: (record: SubmissionRecord) => void
  /** Called on failure: someone else may have reviewed first. */
  onReviewFailed?: (record: SubmissionRecord) => void
  onRemoved?: (record: SubmissionRecord) => void
  /** Called when a decision or a deletion was undone. */
  onUndone?: (record: SubmissionRecord) => void
}

/**
 * Approves, rejects and deletes submissions. Each action asks first, shows the result, reloads the lists, and can be
 * undone. The screen renders `dialog`.
 */
export function useReviewActions({ onReviewed, onReviewFailed, onRemoved, onUndone }: ReviewHandlers = {}) {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const showUndoToast = useTimedUndoToast()
  const client = useQueryClient()
  const [approving, setApproving] = useState<PendingDecision>()
  const [rejecting, setRejecting] = useState<PendingDecision>()
  // Reloads the lists even after a failure: someone else may have reviewed the submission meanwhile.
  const onSettled = () => client.invalidateQueries({ queryKey: [SUBMISSIONS_KEY] })
  const showError = (fallback: string) => (error: unknown) => void message.error(toErrorMessage(error, fallback))
  const handleReviewFailure = (record: SubmissionRecord) => (error: unknown) => {
    showError(MESSAGES.reviewFailed)(error)
    onReviewFailed?.(record)
  }

  const withdrawing = useMutation({
    mutationFn: ({ record, body }: Withdrawal) => withdrawDecision(record._id, body),
    onSuccess(reply, { record }) {
      message.success(reply.message ?? MESSAGES.withdrawn)
      onUndone?.(record)
    },
    onError(error, { record, body }) {
      const isProductChanged = getFieldErrors(error).some(({ path }) => path === 'acceptsChangedProduct')
      if (isProductChanged) confirmChangedProduct(record, body)
      else handleReviewFailure(record)(error)
    },
    onSettled,
  })
  const withdraw = (record: SubmissionRecord, acceptsChangedProduct = false) =>
    withdrawing.mutate({ record, body: { version: record.version, acceptsChangedProduct } })
  const confirmChangedProduct = (record: SubmissionRecord, body: DecisionWithdrawal) =>
    confirm({
      title: `撤销“${record.productName}”的审核结果？`,
      content: record.isProductUpdated
        ? '产品在通过后被修改过，撤销后保持现在的内容，不会恢复到更新之前。'
        : `产品在通过后被修改过，撤销后会连同这些修改一并移入回收站，${RECYCLE_BIN_DAYS}天内可以恢复。`,
      okText: '仍要撤销',
      isDangerous: true,
      onOk: () => withdrawing.mutate({ record, body: { ...body, acceptsChangedProduct: true } }),
    })

  const reviewing = useMutation({
    mutationFn: ({ record, review }: Decision) => reviewSubmission(record._id, review),
    onSuccess(reply, { review, onReviewed: onRecordReviewed }) {
      showUndoToast({
        text: reply.message ?? MESSAGES[review.status],
        durationMs: DECISION_MAIL_DELAY_MS,
        onUndo: () => withdraw(reply.data),
      })
      onRecordReviewed?.(reply.data, review)
      onReviewed?.(reply.data)
    },
    onSettled,
  })
  const restoring = useMutation({
    mutationFn: (record: SubmissionRecord) => restoreSubmission(record._id),
    onSuccess(reply) {
      message.success(reply.message)
      onUndone?.(reply.data)
    },
    onError: showError(MESSAGES.restoreFailed),
    onSettled,
  })
  const removing = useMutation({
    mutationFn: (record: SubmissionRecord) => removeSubmission(record._id),
    onSuccess(reply, record) {
      showUndoToast({ text: reply.message, durationMs: DECISION_MAIL_DELAY_MS, onUndo: () => restoring.mutate(record) })
      onRemoved?.(record)
    },
    onError: showError(MESSAGES.removeFailed),
    onSettled,
  })

  const getDialogProps = ({ record, notes, onReviewed: onRecordReviewed }: PendingDecision) => ({
    record,
    notes,
    onSubmit: (review: SubmissionReview) => reviewing.mutateAsync({ record, review, onReviewed: onRecordReviewed }),
    onFailed: handleReviewFailure(record),
  })

  return {
    isBusy: [reviewing, withdrawing, restoring, removing].some(({ isPending }) => isPending),

    dialog: (
      <>
        {approving && (
          <ApproveDialog
            key={approving.record._id}
            {...getDialogProps(approving)}
            onClosed={() => setApproving(undefined)}
          />
        )}
        {rejecting && (
          <RejectDialog
            key={rejecting.record._id}
            {...getDialogProps(rejecting)}
            onClosed={() => setRejecting(undefined)}
          />
        )}
      </>
    ),

    approve: (
      record: SubmissionRecord,
      notes: DecisionNotes = { version: record.version },
      onRecordReviewed?: OnReviewed,
    ): void => setApproving({ record, notes, onReviewed: onRecordReviewed }),

    reject: (
      record: SubmissionRecord,
      notes: DecisionNotes = { version: record.version },
      onRecordReviewed?: OnReviewed,
    ): void => setRejecting({ record, notes, onReviewed: onRecordReviewed }),

    withdraw: (record: SubmissionRecord): void =>
      confirm({
        title: `撤销“${record.productName}”的审核结果？`,
        content: <WithdrawalConsequences record={record} />,
        okText: '撤销结果',
        onOk: () => withdraw(record),
      }),

    remove: (record: SubmissionRecord): void =>
      confirm({
        title: MESSAGES.removeConfirm,
        content: `“${record.productName}”的提交内容与附件会移入回收站，保留${RECYCLE_BIN_DAYS}天；其间厂商凭回执查不到结果${
          record.productId ? '；已创建的产品不受影响' : ''
        }。`,
        okText: '删除',
        isDangerous: true,
        onOk: () => removing.mutateAsync(record),
      }),
  }
}

export type ReviewActions = ReturnType<typeof useReviewActions>

function WithdrawalConsequences({ record }: { record: SubmissionRecord }) {
  const { status, isProductUpdated, hasDecisionMail, reviewedAt } = record
  const isMailDue = Date.now() >= Date.parse(reviewedAt ?? '') + DECISION_MAIL_DELAY_MS
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      <li>提交回到待审核，审核意见与备注保留。</li>
      {status === 'approved' && (
        <li>
          {isProductUpdated
            ? '通过时更新的产品恢复到更新之前。'
            : `通过时创建的产品移入回收站，${RECYCLE_BIN_DAYS}天内可以恢复。`}
        </li>
      )}
      {hasDecisionMail && (
        <li>{isMailDue ? '结果邮件已到发送时间，如已发出，需要另行告知厂商。' : '结果邮件还没有发出，会一并取消。'}</li>
      )}
    </ul>
  )
}
