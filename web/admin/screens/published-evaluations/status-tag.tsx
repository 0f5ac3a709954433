import { CircleCheck, CircleSlash, Clock3, Replace } from 'lucide-react'
import { PUBLICATION_STATUS_LABELS, type PublicationStatus } from '#contracts/published-evaluations/statuses.ts'
import { getToneClass } from '../../../shared/tone.ts'

const LOOKS = {
  valid: { icon: CircleCheck, color: 'green' },
  expired: { icon: Clock3, color: 'orange' },
  withdrawn: { icon: CircleSlash, color: 'red' },
  replaced: { icon: Replace, color: 'gray' },
} as const satisfies Record<PublicationStatus, unknown>

/** Word and shape; the colour is beside them. */
export function StatusTag({ status }: { status: PublicationStatus }) {
  const { icon: Drawn, color } = LOOKS[status]
  return (
    <span
      className={`${getToneClass(color)} inline-flex items-center gap-1.5 rounded-md border border-tone bg-tone px-2 py-0.5 text-sm whitespace-nowrap text-tone`}
    >
      <Drawn className="size-4 shrink-0" aria-hidden />
      {PUBLICATION_STATUS_LABELS[status]}
    </span>
  )
}
