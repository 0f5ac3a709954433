import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeletedSubmission } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useAction } from '../../calls/use-action.ts'
import { countDaysLeft } from '../../components/days-left.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { RowAction, RowActions } from '../../lists/row-actions.tsx'
import { useCan } from '../../session/session.ts'
import { purgeSubmission, restoreSubmission, SUBMISSION_READS } from './submission-calls.ts'
import { SubmissionStatusTag } from './submission-status-tag.tsx'

/** A page of deleted submissions, each with the days until it is purged. */
export function DeletedSubmissionTable({ submissions }: { submissions: readonly DeletedSubmission[] }) {
  const canWrite = useCan('submissions:write')
  const [now] = useState(Date.now)
  const columns: Column<DeletedSubmission>[] = [
    {
      title: '产品',
      renderCell: ({ productName }) => <p className="line-clamp-2 font-semibold">{productName}</p>,
      className: 'w-1/4',
    },
    { title: '公司', renderCell: ({ companyName }) => <p className="line-clamp-2">{companyName}</p>, isWideOnly: true },
    { title: '审核状态', renderCell: ({ status }) => <SubmissionStatusTag status={status} /> },
    {
      title: '删除时间',
      renderCell: ({ deletedAt }) => formatMinute(deletedAt),
      className: 'whitespace-nowrap text-muted tabular-nums',
    },
    {
      title: '剩余',
      renderCell: ({ purgedAt }) => `${countDaysLeft(purgedAt, now)}天`,
      className: 'whitespace-nowrap tabular-nums',
    },
    { title: '操作', renderCell: (item) => <SubmissionActions item={item} />, isHidden: !canWrite },
  ]
  return (
    <RecordTable
      label="回收站"
      items={submissions}
      getKey={({ _id }) => _id}
      columns={columns}
      renderCard={(item) => (
        <div className="flex flex-col gap-1">
          <div className="flex items-start justify-between gap-3">
            <p className="line-clamp-2 min-w-0 font-semibold">{item.productName}</p>
            <SubmissionStatusTag status={item.status} />
          </div>
          <p className="text-sm text-muted tabular-nums">
            {formatMinute(item.deletedAt)}删除，还剩{countDaysLeft(item.purgedAt, now)}天
          </p>
          {canWrite && <SubmissionActions item={item} />}
        </div>
      )}
    />
  )
}

function SubmissionActions({ item: { _id, productName } }: { item: DeletedSubmission }) {
  const confirm = useConfirm()
  const client = useQueryClient()
  const getSuccessMessage = (reply: { message: string }) => `“${productName}”：${reply.message}`
  const refetch = () => invalidate(client, ...SUBMISSION_READS)
  const restoreMutation = useAction({
    action: () => restoreSubmission(_id),
    getSuccessMessage,
    failureMessage: MESSAGES.restoreFailed,
    refetch,
  })
  const purgeMutation = useAction({
    action: () => purgeSubmission(_id),
    getSuccessMessage,
    failureMessage: MESSAGES.removeFailed,
    refetch,
  })
  return (
    <RowActions>
      <RowAction
        label={`恢复${productName}`}
        isBusy={restoreMutation.isPending}
        onClick={() => restoreMutation.mutate()}
      >
        恢复
      </RowAction>
      <RowAction
        isDanger
        label={`彻底删除${productName}`}
        onClick={() =>
          confirm({
            title: `彻底删除“${productName}”？`,
            content: '提交内容、审核记录与附件都会删除，厂商的回执失效，无法恢复。',
            okText: '彻底删除',
            isDangerous: true,
            onOk: () => purgeMutation.mutateAsync(),
          })
        }
        isUnavailable={restoreMutation.isPending}
      >
        彻底删除
      </RowAction>
    </RowActions>
  )
}
