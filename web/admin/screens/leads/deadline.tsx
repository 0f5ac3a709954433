import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/durations.ts'
import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_RESPONSE_MS } from '#contracts/limits.ts'
import { type Urgency, UrgencyTag } from '../../components/urgency-tag.tsx'

/** Deadlines closer than this are highlighted. */
const SOON_MS = 4 * HOUR_MS

type TimeLeft = { urgency: Urgency; text: string }

/** Returns the urgency of a deadline and its text, such as `剩余5小时12分` or `已超时3小时`. */
export function getTimeLeft(dueAt: string, now: number): TimeLeft {
  const remainingMs = Date.parse(dueAt) - now
  if (remainingMs <= 0)
    return { urgency: 'late', text: -remainingMs < MINUTE_MS ? '刚刚超时' : `已超时${formatDuration(-remainingMs)}` }
  return {
    urgency: remainingMs <= SOON_MS ? 'soon' : 'normal',
    text: remainingMs < MINUTE_MS ? '剩余不到1分钟' : `剩余${formatDuration(remainingMs)}`,
  }
}

/** Formats a duration: minutes below an hour, hours and minutes below a day, then whole days. */
function formatDuration(durationMs: number): string {
  if (durationMs >= DAY_MS) return `${Math.floor(durationMs / DAY_MS)}天`
  const hours = Math.floor(durationMs / HOUR_MS)
  const minutes = Math.floor((durationMs % HOUR_MS) / MINUTE_MS)
  if (hours === 0) return `${minutes}分钟`
  return minutes === 0 ? `${hours}小时` : `${hours}小时${minutes}分`
}

type DeadlineProps = { lead: Pick<LeadRecord, 'dueAt' | 'createdAt' | 'contactedAt'>; now: number }

/** Shows the time left to contact the lead, or the time it took. A deadline that is close or has passed is a tag. */
export function Deadline({ lead, now }: DeadlineProps) {
  const { dueAt, createdAt, contactedAt } = lead
  if (dueAt === null) return contactedAt && <ResponseTime createdAt={createdAt} contactedAt={contactedAt} />
  const { urgency, text } = getTimeLeft(dueAt, now)
  if (urgency === 'normal') return <p className="text-sm text-muted">{text}</p>
  return <UrgencyTag urgency={urgency} text={text} />
}

function ResponseTime({ createdAt, contactedAt }: { createdAt: string; contactedAt: string }) {
  const responseMs = Date.parse(contactedAt) - Date.parse(createdAt)
  return (
    <p className="text-sm text-muted">
      {responseMs < MINUTE_MS ? '1分钟内联系' : `${formatDuration(responseMs)}后联系`}
      {responseMs > LEAD_RESPONSE_MS && '（超时）'}
    </p>
  )
}
