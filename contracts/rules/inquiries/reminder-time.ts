/** When vendors who haven't handed in are reminded of an inquiry. */
import { INQUIRIES } from '../../limits.ts'

const { leadMs, longMs, leastMs } = INQUIRIES.reminder

/**
 * Returns when a vendor is reminded: two days before the deadline or, if there are at most four days from the invitation to
 * it, halfway. `null` if that is less than a day, of which the invitation is reminder enough.
 */
export function getReminderTime(invitedAt: string, deadline: string): string | null {
  const end = Date.parse(deadline)
  const lasts = end - Date.parse(invitedAt)
  if (lasts < leastMs) return null
  return new Date(lasts > longMs ? end - leadMs : end - lasts / 2).toISOString()
}
