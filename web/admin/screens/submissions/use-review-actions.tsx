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
 * Returns the actions that approve, reject and delete submissions, or withdraw a decision. Each asks for confirmation,
 * shows the result and reloads the lists; all but a withdrawal can be undone. The screen must render `dialog`.
 */
export function useReviewActions({ onReviewed, onReviewFailed, onRemoved, onUndone }: ReviewHandlers = {}) {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const showUndoToast = useTimedUndoToast()
  const client = useQueryClient()
  const [pendingApproval, setPendingApproval] = useState<PendingDecision>()
  const [pendingRejection, setPendingRejection] = useState<PendingDecision>()
  // The lists are also reloaded after a failure, since someone else may have reviewed the submission.
  const onSettled = () => client.invalidateQueries({ queryKey: [SUBMISSIONS_KEY] })
  const createErrorHandler = (fallback: string) => (error: unknown) =>
    void message.error(toErrorMessage(error, fallback))
  const handleReviewError = (record: SubmissionRecord, error: unknown) => {
    message.error(toErrorMessage(error, MESSAGES.reviewFailed))
    onReviewFailed?.(record)
  }

  const withdrawMutation = useMutation({
    mutationFn: ({ record, body }: Withdrawal) => withdrawDecision(record._id, body),
    onSuccess(reply, { record }) {
      message.success(reply.message ?? MESSAGES.withdrawn)
      onUndone?.(record)
    },
    onError(error, { record, body }) {
      const isProductChanged = getFieldErrors(error).some(({ path }) => path === 'acceptsChangedProduct')
      if (isProductChanged) confirmChangedProduct(record, body)
      else handleReviewError(record, error)
    },
    onSettled,
  })
  const withdraw = (record: SubmissionRecord) =>
    withdrawMutation.mutate({ record, body: { version: record.version, acceptsChangedProduct: false } })
  const confirmChangedProduct = (record: SubmissionRecord, body: DecisionWithdrawal) =>
    confirm({
      title: `撤销“${record.productName}”的审核结果？`,
      content: record.isProductUpdated
        ? '产品在通过后被修改过，撤销后保持现在的内容，不会恢复到更新之前。'
        : `产品在通过后被修改过，撤销后会连同这些修改一并移入回收站，${RECYCLE_BIN_DAYS}天内可以恢复。`,
      okText: '仍要撤销',
      isDangerous: true,
      onOk: () => withdrawMutation.mutate({ record, body: { ...body, acceptsChangedProduct: true } }),
    })

  const reviewMutation = useMutation({
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
  const restoreMutation = useMutation({
    mutationFn: (record: SubmissionRecord) => restoreSubmission(record._id),
    onSuccess(reply) {
      message.success(reply.message)
      onUndone?.(reply.data)
    },
    onError: createErrorHandler(MESSAGES.restoreFailed),
    onSettled,
  })
  const removeMutation = useMutation({
    mutationFn: (record: SubmissionRecord) => removeSubmission(record._id),
    onSuccess(reply, record) {
      showUndoToast({
        text: reply.message,
        durationMs: DECISION_MAIL_DELAY_MS,
        onUndo: () => restoreMutation.mutate(record),
      })
      onRemoved?.(record)
    },
    onError: createErrorHandler(MESSAGES.removeFailed),
    onSettled,
  })

  const getDialogProps = ({ record, notes, onReviewed: onRecordReviewed }: PendingDecision) => ({
    record,
    notes,
    onSubmit: (review: SubmissionReview) =>
      reviewMutation.mutateAsync({ record, review, onReviewed: onRecordReviewed }),
    onFailed: (error: unknown) => handleReviewError(record, error),
  })

  return {
    isBusy: [reviewMutation, withdrawMutation, restoreMutation, removeMutation].some(({ isPending }) => isPending),

    dialog: (
      <>
        {pendingApproval && (
          <ApproveDialog
            key={pendingApproval.record._id}
            {...getDialogProps(pendingApproval)}
            onClosed={() => setPendingApproval(undefined)}
          />
        )}
        {pendingRejection && (
          <RejectDialog
            key={pendingRejection.record._id}
            {...getDialogProps(pendingRejection)}
            onClosed={() => setPendingRejection(undefined)}
          />
        )}
      </>
    ),

    approve: (
      record: SubmissionRecord,
      notes: DecisionNotes = { version: record.version },
      onRecordReviewed?: OnReviewed,
    ): void => setPendingApproval({ record, notes, onReviewed: onRecordReviewed }),

    reject: (
      record: SubmissionRecord,
      notes: DecisionNotes = { version: record.version },
      onRecordReviewed?: OnReviewed,
    ): void => setPendingRejection({ record, notes, onReviewed: onRecordReviewed }),

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
        onOk: () => removeMutation.mutateAsync(record),
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
