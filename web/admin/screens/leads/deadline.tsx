import { AlarmClock, Hourglass } from 'lucide-react'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/durations.ts'
import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_RESPONSE_MS } from '#contracts/limits.ts'
import { getToneClass } from '../../../shared/tone.ts'

/** Deadlines closer than this are highlighted. */
const SOON = 4 * HOUR_MS

type TimeLeft = { urgency: 'normal' | 'soon' | 'late'; text: string }

/** Returns the urgency of a deadline and its text, such as `剩余5小时12分` or `已超时3小时`. */
export function getTimeLeft(dueAt: string, now: number): TimeLeft {
  const remaining = Date.parse(dueAt) - now
  if (remaining <= 0)
    return { urgency: 'late', text: -remaining < MINUTE_MS ? '刚刚超时' : `已超时${formatSpan(-remaining)}` }
  return {
    urgency: remaining <= SOON ? 'soon' : 'normal',
    text: remaining < MINUTE_MS ? '剩余不到1分钟' : `剩余${formatSpan(remaining)}`,
  }
}

/** Formats a duration: minutes below an hour, hours and minutes below a day, then whole days. */
function formatSpan(span: number): string {
  if (span >= DAY_MS) return `${Math.floor(span / DAY_MS)}天`
  const hours = Math.floor(span / HOUR_MS)
  const minutes = Math.floor((span % HOUR_MS) / MINUTE_MS)
  if (hours === 0) return `${minutes}分钟`
  return minutes === 0 ? `${hours}小时` : `${hours}小时${minutes}分`
}

type DeadlineProps = { lead: Pick<LeadRecord, 'dueAt' | 'createdAt' | 'contactedAt'>; now: number }

/** Shows the time left of the 24 hours, or the time to first contact. Late leads have a frame and an icon. */
export function Deadline({ lead: { dueAt, createdAt, contactedAt }, now }: DeadlineProps) {
  if (dueAt === null) return contactedAt && <TimeTaken from={createdAt} to={contactedAt} />
  const { urgency, text } = getTimeLeft(dueAt, now)
  if (urgency === 'normal') return <p className="text-sm text-muted">{text}</p>
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
      {span < MINUTE_MS ? '1分钟内联系' : `${formatSpan(span)}后联系`}
      {span > LEAD_RESPONSE_MS && '（超时）'}
    </p>
  )
}
