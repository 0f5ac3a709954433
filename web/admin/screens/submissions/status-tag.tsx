import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { SUBMISSION_STATUS_LABELS, type SubmissionStatus } from '#contracts/vocabulary.ts'
import { type StatusLook, StatusTag } from '../../parts/status-tag.tsx'

const LOOKS: Record<SubmissionStatus, StatusLook> = {
  pending: { Icon: CircleDashed, color: 'yellow' },
  approved: { Icon: CircleCheck, color: 'green' },
  rejected: { Icon: CircleX, color: 'red' },
}

export const SubmissionStatusTag = ({ status }: { status: SubmissionStatus }) => (
  <StatusTag look={LOOKS[status]} label={SUBMISSION_STATUS_LABELS[status]} />
)
