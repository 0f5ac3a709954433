import { AlarmClock, Hourglass } from 'lucide-react'
import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_PROMISE_MS } from '#contracts/limits.ts'
import { getToneClass } from '../../../shared/tone.ts'
import { formatSpan, timeLeft } from './time-left.ts'

type DeadlineProps = { lead: Pick<LeadRecord, 'dueAt' | 'createdAt' | 'contactedAt'>; now: number }

/** Shows the time left of the 24 hours, or the time to first contact. Late leads have a frame and an icon. */
export function Deadline({ lead: { dueAt, createdAt, contactedAt }, now }: DeadlineProps) {
  if (dueAt === null) return contactedAt && <TimeTaken from={createdAt} to={contactedAt} />
  const { urgency, text } = timeLeft(dueAt, now)
  if (urgency === 'calm') return <p className="text-sm text-muted">{text}</p>
  const Sign = urgency === 'late' ? AlarmClock : Hourglass
  return (
    <p
      className={`${getToneClass(urgency === 'late' ? 'red' : 'orange')} inline-flex items-center gap-1 rounded border border-tone bg-tone px-1.5 text-sm whitespace-nowrap text-tone ${urgency === 'late' ? 'font-semibold' : ''}`}
    >
      <Sign className="size-3.5 shrink-0" aria-hidden />
      {text}
    </p>
  )
}

function TimeTaken({ from, to }: { from: string; to: string }) {
  const span = Date.parse(to) - Date.parse(from)
  return (
    <p className="text-sm text-muted">
      {span < 60_000 ? '1分钟内联系' : `${formatSpan(span)}后联系`}
      {span > LEAD_PROMISE_MS && '（超时）'}
    </p>
  )
}
