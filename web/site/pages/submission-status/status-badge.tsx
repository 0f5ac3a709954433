import { CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react'
import { SUBMISSION_STATUS_LABELS, type SubmissionStatus } from '#contracts/submissions/statuses.ts'

const STATUS_STYLES: Record<SubmissionStatus, { Icon: LucideIcon; tone: string }> = {
  pending: { Icon: CircleDashed, tone: 'tone-yellow' },
  approved: { Icon: CircleCheck, tone: 'tone-green' },
  rejected: { Icon: CircleX, tone: 'tone-red' },
}

/** The status of a submission, by text and icon in addition to colour. */
export function StatusBadge({ status }: { status: SubmissionStatus }) {
  const { Icon, tone } = STATUS_STYLES[status]
  return (
    <span
      className={`inline-flex items-center gap-2 rounded-lg border border-tone bg-tone px-3 py-1 font-semibold text-tone ${tone}`}
    >
      <Icon className="size-5" aria-hidden />
      <span>{SUBMISSION_STATUS_LABELS[status]}</span>
    </span>
  )
}
