import { CircleCheck, CircleDashed, CircleSlash, Phone } from 'lucide-react'
import { LEAD_STATUS_LABELS, type LeadStatus } from '#contracts/vocabulary.ts'
import { type StatusStyle, StatusTag } from '../../components/status-tag.tsx'

const STATUS_STYLES: Record<LeadStatus, StatusStyle> = {
  new: { Icon: CircleDashed, color: 'yellow' },
  contacted: { Icon: Phone, color: 'blue' },
  completed: { Icon: CircleCheck, color: 'green' },
  invalid: { Icon: CircleSlash, color: 'gray' },
}

export const LeadStatusTag = ({ status }: { status: LeadStatus }) => (
  <StatusTag statusStyle={STATUS_STYLES[status]} label={LEAD_STATUS_LABELS[status]} />
)
