import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { LoadError } from '../../components/load-error.tsx'
import { restoreFocus } from '../../components/restore-focus.ts'
import { ApproveForm } from './approve-form.tsx'
import { approvalQuery } from './submission-calls.ts'
import type { ApprovalOptions } from './use-approval.ts'

type ApproveDialogProps = Omit<ApprovalOptions, 'approval' | 'onClose'> & {
  /** Called after the dialog has closed. */
  onClosed: () => void
}

/** Asks for the product's category, and whether to update an existing product of the same name. */
export function ApproveDialog({ onClosed, ...props }: ApproveDialogProps) {
  const [isOpen, setIsOpen] = useState(true)
  const close = () => setIsOpen(false)
  return (
    <Modal
      open={isOpen}
      width={640}
      title={
        <span className="line-clamp-2 pr-6">
          {`通过${props.record.update ? '更新' : ''}“${props.record.productName}”？`}
        </span>
      }
      footer={null}
      onCancel={close}
      afterClose={() => {
        restoreFocus()
        onClosed()
      }}
    >
      <LoadedApproval {...props} onClose={close} />
    </Modal>
  )
}

function LoadedApproval(props: Omit<ApprovalOptions, 'approval'>) {
  const { _id: id } = props.record
  const {
    data: approval,
    isFetchedAfterMount,
    isError,
    error,
    refetch,
  } = useQuery({
    ...approvalQuery(id),
    refetchOnMount: 'always',
  })
  if (isError) return <LoadError error={error} fallback={MESSAGES.approvalFailed} onRetry={refetch} />
  if (!isFetchedAfterMount || !approval) return <Skeleton active title={false} paragraph={{ rows: 4 }} />
  return <ApproveForm {...props} approval={approval} />
}
