import { CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react'
import { SUBMISSION_STATUS_LABELS, type SubmissionStatus } from '#contracts/vocabulary.ts'

const DRAWN: Record<SubmissionStatus, { Icon: LucideIcon; tone: string }> = {
  pending: { Icon: CircleDashed, tone: 'tone-yellow' },
  approved: { Icon: CircleCheck, tone: 'tone-green' },
  rejected: { Icon: CircleX, tone: 'tone-red' },
}

/** A submission's status: word and shape, the colour beside them. */
export function StatusTag({ status }: { status: SubmissionStatus }) {
  const { Icon, tone } = DRAWN[status]
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-md border border-tone bg-tone px-2 py-0.5 text-sm font-normal whitespace-nowrap text-tone ${tone}`}
    >
      <Icon className="size-4 shrink-0" aria-hidden />
      {SUBMISSION_STATUS_LABELS[status]}
    </span>
  )
}
