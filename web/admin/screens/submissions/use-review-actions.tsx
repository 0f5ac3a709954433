import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { DECISION_MAIL_DELAY_MS, RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import type { SubmissionRecord, SubmissionReview } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { isDeclined } from '../../calls/is-declined.ts'
import { showUndoToast } from '../../components/show-undo-toast.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { CONTACT_TEXTS, useConfirmedCall } from '../../components/use-confirmed-call.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import {
  type DecisionNotes,
  removeSubmission,
  restoreSubmission,
  reviewSubmission,
  SUBMISSION_LISTS,
  SUBMISSION_READS,
} from './submission-calls.ts'
import { useWithdrawal } from './use-withdrawal.tsx'

type RemovalHandlers = {
  onRemoved: ((record: SubmissionRecord) => void) | undefined
  onRestored: ((record: SubmissionRecord) => void) | undefined
  /** Receives the submission if it no longer exists. */
  onSettled: (removedRecord?: SubmissionRecord) => unknown
}

/** Returns a function that, after a confirmation, moves a submission to the recycle bin, with a toast to undo it. */
function useRemoval({ onRemoved, onRestored, onSettled }: RemovalHandlers) {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const restoreMutation = useMutation({
    mutationFn: (record: SubmissionRecord) => restoreSubmission(record._id),
    onSuccess(reply, record) {
      message.success(reply.message)
      onRestored?.(record)
    },
    onError: (error) => void message.error(describeActionError(error, MESSAGES.restoreFailed)),
    onSettled: () => onSettled(),
  })
  const removeMutation = useMutation({
    mutationFn: (record: SubmissionRecord) => removeSubmission(record._id),
    onSuccess(reply, record) {
      showUndoToast(message, {
        text: reply.message,
        durationMs: DECISION_MAIL_DELAY_MS,
        onUndo: () => restoreMutation.mutate(record),
      })
      onRemoved?.(record)
    },
    onError: (error) => void message.error(describeActionError(error, MESSAGES.removeFailed)),
    onSettled: (reply, _error, record) => onSettled(reply && record),
  })

  return {
    isPending: removeMutation.isPending || restoreMutation.isPending,

    confirmRemoval: (record: SubmissionRecord): void =>
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

const ReturnDialog = lazy(async () => ({ default: (await import('./return-dialog.tsx')).ReturnDialog }))
const ApproveDialog = lazy(async () => ({ default: (await import('./approve-dialog.tsx')).ApproveDialog }))

/** `onReviewed` receives the notes that were sent with the decision. */
type OnReviewed = (record: SubmissionRecord, review: SubmissionReview) => void
type Decision = { record: SubmissionRecord; review: SubmissionReview; onReviewed: OnReviewed | undefined }
/** A decision that is being confirmed in a dialog. */
type OpenDecision = Omit<Decision, 'review'> & { notes: DecisionNotes }
type ReviewHandlers = {
  onReviewed?: (record: SubmissionRecord) => void
  /** Called on failure: someone else may have reviewed first. */
  onReviewFailed?: (record: SubmissionRecord) => void
  onRemoved?: (record: SubmissionRecord) => void
  /** Called when a decision or a deletion was undone. */
  onUndone?: (record: SubmissionRecord) => void
}

export type ReviewActions = ReturnType<typeof useReviewActions>

/**
 * Returns the actions that approve, reject, return and delete submissions, or withdraw a decision. Each asks for confirmation,
 * shows the result and reloads the lists; all but a withdrawal can be undone. The screen must render `dialog`.
 */
export function useReviewActions({ onReviewed, onReviewFailed, onRemoved, onUndone }: ReviewHandlers = {}) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const [approval, setApproval] = useState<OpenDecision>()
  const [rejection, setRejection] = useState<OpenDecision>()
  const [returning, setReturning] = useState<OpenDecision>()
  // The lists are also reloaded after a failure, since someone else may have reviewed the submission.
  const onSettled = () => invalidate(client, ...SUBMISSION_READS)
  const onRemovalSettled = (removedRecord?: SubmissionRecord) =>
    // A removed submission is still on the screen, but neither it nor its approval can be loaded any more.
    invalidate(client, ...(removedRecord ? SUBMISSION_LISTS : SUBMISSION_READS))
  const handleReviewError = (record: SubmissionRecord, error: unknown) => {
    if (isDeclined(error)) return
    message.error(describeActionError(error, MESSAGES.reviewFailed))
    onReviewFailed?.(record)
  }
  const removal = useRemoval({ onRemoved, onRestored: onUndone, onSettled: onRemovalSettled })
  const withdrawal = useWithdrawal({ onWithdrawn: onUndone, onFailed: handleReviewError, onSettled })
  const callConfirmed = useConfirmedCall(CONTACT_TEXTS)
  const reviewMutation = useMutation({
    mutationFn: ({ record, review }: Decision) =>
      callConfirmed((confirmed) => reviewSubmission(record._id, withConfirmation(review, confirmed))),
    onSuccess(reply, { review, onReviewed: onRecordReviewed }) {
      showUndoToast(message, {
        text: reply.message ?? MESSAGES[review.status],
        durationMs: DECISION_MAIL_DELAY_MS,
        onUndo: () => withdrawal.withdraw(reply.data),
      })
      onRecordReviewed?.(reply.data, review)
      onReviewed?.(reply.data)
    },
    onSettled,
  })
  const getDialogProps = ({ record, notes, onReviewed: onRecordReviewed }: OpenDecision) => ({
    record,
    notes,
    onSubmit: (review: SubmissionReview) =>
      reviewMutation.mutateAsync({ record, review, onReviewed: onRecordReviewed }),
    onFailed: (error: unknown) => handleReviewError(record, error),
  })

  return {
    isBusy: reviewMutation.isPending || withdrawal.isPending || removal.isPending,
    withdraw: withdrawal.confirmWithdrawal,
    remove: removal.confirmRemoval,

    approve: (record: SubmissionRecord, notes = createNotes(record), onRecordReviewed?: OnReviewed): void =>
      setApproval({ record, notes, onReviewed: onRecordReviewed }),

    reject: (record: SubmissionRecord, notes = createNotes(record), onRecordReviewed?: OnReviewed): void =>
      setRejection({ record, notes, onReviewed: onRecordReviewed }),

    returnToVendor: (record: SubmissionRecord, notes = createNotes(record), onRecordReviewed?: OnReviewed): void =>
      setReturning({ record, notes, onReviewed: onRecordReviewed }),

    dialog: (
      <Suspense>
        {approval && (
          <ApproveDialog
            key={approval.record._id}
            {...getDialogProps(approval)}
            onClosed={() => setApproval(undefined)}
          />
        )}
        {rejection && (
          <RejectDialog
            key={rejection.record._id}
            {...getDialogProps(rejection)}
            onClosed={() => setRejection(undefined)}
          />
        )}
        {returning && (
          <ReturnDialog
            key={returning.record._id}
            {...getDialogProps(returning)}
            onClosed={() => setReturning(undefined)}
          />
        )}
      </Suspense>
    ),
  }
}

/** Only an approval makes contact data public. */
const withConfirmation = (review: SubmissionReview, confirmed: boolean | undefined): SubmissionReview =>
  confirmed && review.status !== 'returned' ? { ...review, confirmed } : review

/** Returns the notes of a decision that changes none. */
const createNotes = ({ version }: SubmissionRecord): DecisionNotes => ({ version })
