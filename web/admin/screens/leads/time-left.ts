const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Deadlines closer than this are highlighted. */
const SOON = 4 * HOUR

export type TimeLeft = { urgency: 'calm' | 'soon' | 'late'; text: string }

/** Returns the urgency of a deadline and its text, such as `剩余5小时12分` or `已超时3小时`. */
export function timeLeft(dueAt: string, now: number): TimeLeft {
  const left = Date.parse(dueAt) - now
  if (left <= 0) return { urgency: 'late', text: -left < MINUTE ? '刚刚超时' : `已超时${formatSpan(-left)}` }
  return {
    urgency: left <= SOON ? 'soon' : 'calm',
    text: left < MINUTE ? '剩余不到1分钟' : `剩余${formatSpan(left)}`,
  }
}

/** Formats a duration: minutes below an hour, hours and minutes below a day, then whole days. */
export function formatSpan(span: number): string {
  if (span >= DAY) return `${Math.floor(span / DAY)}天`
  const hours = Math.floor(span / HOUR)
  const minutes = Math.floor((span % HOUR) / MINUTE)
  if (hours === 0) return `${minutes}分钟`
  return minutes === 0 ? `${hours}小时` : `${hours}小时${minutes}分`
}
