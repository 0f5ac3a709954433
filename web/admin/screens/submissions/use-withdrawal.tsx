import { App } from 'antd'
import { DECISION_MAIL_DELAY_MS, RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import type { DecisionWithdrawal, SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { getFieldErrors } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { withdrawDecision } from './submission-calls.ts'

type Withdrawal = { record: SubmissionRecord; body: DecisionWithdrawal }
type WithdrawalHandlers = {
  onWithdrawn: ((record: SubmissionRecord) => void) | undefined
  onFailed: (record: SubmissionRecord, error: unknown) => void
  onSettled: () => unknown
}

/**
 * Returns functions that withdraw the decision on a submission, with or without confirmation. Either asks again if the
 * product was changed since an approval.
 */
export function useWithdrawal({ onWithdrawn, onFailed, onSettled }: WithdrawalHandlers) {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const withdrawMutation = useMutation({
    mutationFn: ({ record, body }: Withdrawal) => withdrawDecision(record._id, body),
    onSuccess(reply, { record }) {
      message.success(reply.message ?? MESSAGES.withdrawn)
      onWithdrawn?.(record)
    },
    onError(error, { record, body }) {
      // The server asks for this field if the product was changed after the approval.
      const wasChangedSinceApproval = getFieldErrors(error).some(({ path }) => path === 'acceptsChangedProduct')
      if (wasChangedSinceApproval) askDespiteChanges({ record, body })
      else onFailed(record, error)
    },
    onSettled,
  })

  const withdraw = (record: SubmissionRecord): void =>
    withdrawMutation.mutate({ record, body: { version: record.version, acceptsChangedProduct: false } })

  const askDespiteChanges = ({ record, body }: Withdrawal) =>
    confirm({
      title: `撤销“${record.productName}”的审核结果？`,
      content: record.isProductUpdated
        ? '产品在通过后被修改过，撤销后保持现在的内容，不会恢复到更新之前。'
        : `产品在通过后被修改过，撤销后会连同这些修改一并移入回收站，${RECYCLE_BIN_DAYS}天内可以恢复。`,
      okText: '仍要撤销',
      isDangerous: true,
      onOk: () => withdrawMutation.mutate({ record, body: { ...body, acceptsChangedProduct: true } }),
    })

  return {
    isPending: withdrawMutation.isPending,
    withdraw,

    confirmWithdrawal: (record: SubmissionRecord): void =>
      confirm({
        title: `${record.status === 'returned' ? '撤销退回' : '撤销审核结果'}：“${record.productName}”？`,
        content: <WithdrawalConsequences record={record} />,
        okText: record.status === 'returned' ? '撤销退回' : '撤销结果',
        onOk: () => withdraw(record),
      }),
  }
}

function WithdrawalConsequences({ record }: { record: SubmissionRecord }) {
  const { status, isProductUpdated, hasDecisionMail, reviewedAt } = record
  const isMailDue = Date.now() >= Date.parse(reviewedAt ?? '') + DECISION_MAIL_DELAY_MS
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      <li>提交回到待审核，审核意见、备注{status === 'returned' && '与退回的原因'}保留。</li>
      {status === 'returned' && <li>审核期限从提交时算起，不再暂停。</li>}
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
