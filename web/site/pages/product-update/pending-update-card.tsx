import { CircleDashed, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { PAGES } from '#contracts/paths.ts'
import { vendorCalls } from '#contracts/vendors/calls.ts'
import { UPDATE_MESSAGES as MESSAGES } from '#contracts/vendors/messages.ts'
import type { PendingUpdate, ProductUpdateForm } from '#contracts/vendors/product-update.ts'
import { call } from '../../../shared/call.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { describeUnanswered } from '../../../shared/unanswered-call.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button, getButtonClass } from '../../components/buttons.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { focusElement } from '../../components/focus-element.ts'
import { useToast } from '../../components/toast.tsx'
import { Link } from '../../router.tsx'
import type { SubmissionDraft } from '../submit/draft.ts'

type PendingUpdateCardProps = {
  form: ProductUpdateForm
  pending: PendingUpdate
  /** Whether it has just been sent. */
  isNew: boolean
  draftStorage: SubmissionDraft
  onWithdrawn: () => void
}

/** The update that waits for its review. Withdrawing it opens the form with what it contained. */
export function PendingUpdateCard({ form, pending, isNew, draftStorage, onWithdrawn }: PendingUpdateCardProps) {
  const { receipt, createdAt, isReturned } = pending
  const showToast = useToast()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const withdrawMutation = useMutation({
    mutationFn: () => call(vendorCalls.withdrawUpdate, { params: { id: form.id, receipt } }),
    onSuccess({ data: { values, facts, files, screenshots }, message }) {
      draftStorage.save({ ...form.values, ...values, facts })
      draftStorage.files.write(files)
      draftStorage.screenshots.write(screenshots)
      showToast(message ?? MESSAGES.withdrawn)
      onWithdrawn()
    },
  })
  return (
    <section className="card p-5 md:p-8" aria-label="待审核的更新">
      <p
        ref={isNew ? focusElement : null}
        tabIndex={-1}
        role="status"
        className="flex items-start gap-2.5 text-lg font-semibold outline-none tone-yellow"
      >
        <CircleDashed className="mt-1 size-5 shrink-0 text-tone" aria-hidden />
        <span>{isNew ? MESSAGES.sent : `一次更新正在等待${isReturned ? '补正' : '审核'}`}</span>
      </p>
      <p className="mt-3">
        <span className="text-muted">回执号：</span>
        <strong className="inline-block font-semibold tracking-wide whitespace-nowrap tabular-nums select-all">
          {receipt}
        </strong>
      </p>
      <p className="mt-1 text-muted">
        <time dateTime={createdAt}>{formatMinute(createdAt)}</time>
        提交。审核完成之前，产品页仍显示原来的内容；要再改，请先撤回这次更新。
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {isReturned && (
          <Link
            to={`${PAGES.submissionStatus}?${new URLSearchParams({ receipt })}`}
            className={getButtonClass('primary')}
          >
            去补正
          </Link>
        )}
        <CopyButton text={receipt} label="复制回执号" copiedMessage="已复制回执号" />
        <Link to={PAGES.product(form.id)} className={getButtonClass('outline')}>
          查看产品页面
        </Link>
        <Button variant="outline" onClick={() => setIsDialogOpen(true)}>
          <Undo2 className="size-4" aria-hidden />
          撤回并修改
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isDialogOpen}
        title="撤回这次更新？"
        confirmLabel="撤回"
        mutation={{
          ...withdrawMutation,
          error: withdrawMutation.error && describeUnanswered(withdrawMutation.error, MESSAGES.withdrawalReplyLost),
        }}
        onClose={() => setIsDialogOpen(false)}
      >
        撤回之后不再审核。改动过的文字、产品资料、截图与附件会回到表单里，可以改好再次提交。
      </ConfirmDialog>
    </section>
  )
}
