import { DAY_MS } from '#contracts/durations.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { Urgency } from '../../components/urgency-tag.tsx'

type ReviewDeadline = { urgency: Urgency; text: string }

/** Returns the urgency of a review with the given deadline, and its text: `今天到期`, `逾期2天`. */
export function describeDeadline(dueAt: string, now: number): ReviewDeadline {
  const remainingMs = Date.parse(dueAt) - now
  if (remainingMs <= 0) return { urgency: 'late', text: `逾期${Math.floor(-remainingMs / DAY_MS) + 1}天` }
  if (remainingMs <= DAY_MS) return { urgency: 'soon', text: '今天到期' }
  return { urgency: 'normal', text: `剩余${Math.ceil(remainingMs / DAY_MS)}天` }
}

/** Returns the last day, in Shanghai time, on which a review is on time: `11月25日`. */
export function formatLastDay(dueAt: string): string {
  const [, month, day] = toDay(new Date(Date.parse(dueAt) - 1)).split('-')
  return `${Number(month)}月${Number(day)}日`
}

/** Returns how many days ago a time was, in Shanghai time: `今天`, `昨天`, `3天前`. */
export function formatAge(createdAt: string, now: number): string {
  const days = (Date.parse(toDay(new Date(now))) - Date.parse(toDay(new Date(createdAt)))) / DAY_MS
  if (days <= 0) return '今天'
  return days === 1 ? '昨天' : `${days}天前`
}
