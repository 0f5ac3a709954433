import { CircleCheck, CircleSlash, Clock3, Replace } from 'lucide-react'
import { PUBLICATION_STATUS_LABELS, type PublicationStatus } from '#contracts/published-evaluations/statuses.ts'
import { type StatusStyle, StatusTag } from '../../components/status-tag.tsx'

const STATUS_STYLES: Record<PublicationStatus, StatusStyle> = {
  valid: { Icon: CircleCheck, color: 'green' },
  expired: { Icon: Clock3, color: 'orange' },
  withdrawn: { Icon: CircleSlash, color: 'red' },
  replaced: { Icon: Replace, color: 'gray' },
}

export const PublicationStatusTag = ({ status }: { status: PublicationStatus }) => (
  <StatusTag statusStyle={STATUS_STYLES[status]} label={PUBLICATION_STATUS_LABELS[status]} />
)
