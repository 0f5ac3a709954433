/** Formats times and sizes for readers: Asia/Shanghai, Chinese. */
import { describeDay } from '#contracts/rules/describe-day.ts'
import { formatMinuteInShanghai, toDay } from '#contracts/rules/shanghai-time.ts'

/** Formats an ISO time as `2026年11月21日`. Returns other texts unchanged. */
export const formatDay = (time: string): string => formatOr(formatShanghaiDay, time)

/** Formats an ISO time as `2026年11月21日 14:05`. Returns other texts unchanged. */
export const formatMinute = (time: string): string =>
  formatOr((date) => `${formatShanghaiDay(date)} ${formatMinuteInShanghai(date).slice(11)}`, time)

function formatOr(format: (date: Date) => string, time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? time : format(date)
}

/** Formats a day without `Intl`: creating one of its formats takes 7 ms in a browser, and 28 ms on a phone. */
const formatShanghaiDay = (date: Date): string => describeDay(toDay(date))

/** Formats a count with separators: `12,344`. */
export const formatCount = (count: number): string => count.toLocaleString('zh-CN')

const SIZE_UNITS = ['KB', 'MB', 'GB', 'TB'] as const

/** Formats a number of bytes in the most readable unit: `12.4 KB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  let size = bytes / 1024
  let unit = 0
  for (; size >= 1024 && unit < SIZE_UNITS.length - 1; unit += 1) size /= 1024
  return `${size.toFixed(1)} ${SIZE_UNITS[unit]}`
}

/** Formats a duration in its two largest units: `3天4小时`, `4小时5分钟`, `5分钟`. */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return `${days}天${hours % 24}小时`
  if (hours > 0) return `${hours}小时${minutes % 60}分钟`
  return minutes > 0 ? `${minutes}分钟` : '不到1分钟'
}
