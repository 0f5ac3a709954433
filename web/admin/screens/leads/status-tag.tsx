import { CircleCheck, CircleDashed, CircleSlash, Phone } from 'lucide-react'
import { LEAD_STATUS_LABELS, type LeadStatus } from '#contracts/vocabulary.ts'
import { type StatusLook, StatusTag } from '../../parts/status-tag.tsx'

const LOOKS: Record<LeadStatus, StatusLook> = {
  new: { Icon: CircleDashed, color: 'yellow' },
  contacted: { Icon: Phone, color: 'blue' },
  completed: { Icon: CircleCheck, color: 'green' },
  invalid: { Icon: CircleSlash, color: 'gray' },
}

export const LeadStatusTag = ({ status }: { status: LeadStatus }) => (
  <StatusTag look={LOOKS[status]} label={LEAD_STATUS_LABELS[status]} />
)
