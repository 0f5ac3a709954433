import { useState } from 'react'
import { RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { ownReviewCalls } from '#contracts/member-reviews/calls.ts'
import { MEMBER_REVIEW_MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { OwnReview } from '#contracts/member-reviews/review.ts'
import { call } from '../../../shared/call.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useToast } from '../../components/toast.tsx'
import { useReviewCache } from './review-queries.ts'

/** Withdraws a member's own review, after a confirmation. */
export function WithdrawReviewButton({ review }: { review: OwnReview }) {
  const showToast = useToast()
  const { reloadOwn, reloadPublished } = useReviewCache()
  const [isOpen, setIsOpen] = useState(false)
  const withdrawMutation = useMutation({
    mutationFn: () => call(ownReviewCalls.withdraw, { params: { id: review.id } }),
    onSuccess: async ({ message }) => {
      setIsOpen(false)
      showToast(message, 'success')
      await Promise.all([reloadOwn(), reloadPublished()])
    },
  })
  return (
    <>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        aria-label={`撤回：${review.product.name}`}
        onClick={() => setIsOpen(true)}
      >
        撤回
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="撤回评价"
        confirmLabel="撤回评价"
        mutation={withdrawMutation}
        failureMessage={MEMBER_REVIEW_MESSAGES.withdrawFailed}
        onClose={() => setIsOpen(false)}
      >
        对“{review.product.name}”的评价将不再展示，也不计入评分。内容保留{RECYCLE_BIN_DAYS}天，其间可以重新提交。
      </ConfirmDialog>
    </>
  )
}
