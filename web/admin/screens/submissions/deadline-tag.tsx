import { AlarmClock, Hourglass } from 'lucide-react'
import { getToneClass } from '../../../shared/tone.ts'
import { describeDeadline } from './review-deadline.ts'

/** The urgency of a pending review: a framed tag with an icon if it is late or due today, otherwise nothing. */
export function DeadlineTag({ dueAt, now }: { dueAt: string | null; now: number }) {
  if (dueAt === null) return null
  const { urgency, text } = describeDeadline(dueAt, now)
  if (urgency === 'normal') return null
  const Icon = urgency === 'late' ? AlarmClock : Hourglass
  return (
    <span
      className={`${getToneClass(urgency === 'late' ? 'red' : 'orange')} inline-flex items-center gap-1 rounded border border-tone bg-tone px-1.5 text-sm font-normal whitespace-nowrap text-tone tabular-nums`}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden />
      {text}
    </span>
  )
}
