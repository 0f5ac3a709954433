import { CircleAlert, CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { SUBMISSION_STATUS_LABELS, type SubmissionStatus } from '#contracts/submissions/statuses.ts'
import { type StatusStyle, StatusTag } from '../../components/status-tag.tsx'

const STATUS_STYLES: Record<SubmissionStatus, StatusStyle> = {
  pending: { Icon: CircleDashed, color: 'yellow' },
  returned: { Icon: CircleAlert, color: 'orange' },
  approved: { Icon: CircleCheck, color: 'green' },
  rejected: { Icon: CircleX, color: 'red' },
}

export const SubmissionStatusTag = ({ status }: { status: SubmissionStatus }) => (
  <StatusTag statusStyle={STATUS_STYLES[status]} label={SUBMISSION_STATUS_LABELS[status]} />
)
