import { App } from 'antd'
import { DECISION_MAIL_DELAY_MS, RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { showUndoToast } from '../../components/show-undo-toast.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { removeSubmission, restoreSubmission } from './submission-calls.ts'

type RemovalHandlers = {
  onRemoved: ((record: SubmissionRecord) => void) | undefined
  onRestored: ((record: SubmissionRecord) => void) | undefined
  /** Receives the submission if it no longer exists. */
  onSettled: (removedRecord?: SubmissionRecord) => unknown
}

/** Returns a function that, after a confirmation, moves a submission to the recycle bin, with a toast to undo it. */
export function useRemoval({ onRemoved, onRestored, onSettled }: RemovalHandlers) {
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
