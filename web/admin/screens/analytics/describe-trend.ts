import type { Analytics } from '#contracts/analytics/analytics.ts'
import { formatCount } from '../../../shared/formats.ts'

export type TrendPoint = Analytics['series'][number]

/** Formats a day or month: `2026-11-21` as `2026年11月21日`, `2026-11` as `2026年11月`. */
export function formatPeriod(period: string): string {
  const [year, month, day] = period.split('-').map(Number)
  return `${year}年${month}月${day === undefined ? '' : `${day}日`}`
}

/** Formats a range of days: `2026年11月1日至2026年11月7日`, or only the day if it is one. */
export const formatRange = ({ from, to }: { from: string; to: string }): string =>
  from === to ? formatPeriod(from) : `${formatPeriod(from)}至${formatPeriod(to)}`

/** Formats a day or month for an axis: `11/21`, or `26/11` for a month. */
export function formatAxisPeriod(period: string): string {
  const [year = '', month, day] = period.split('-')
  return day === undefined ? `${year.slice(2)}/${month}` : `${month}/${day}`
}

/** Summarizes a trend for screen readers: the totals and the peak. */
export function describeTrend(series: readonly TrendPoint[]): string {
  const peak = series.reduce<TrendPoint | undefined>(
    (highest, point) => (highest && highest.views >= point.views ? highest : point),
    undefined,
  )
  const sum = (key: 'views' | 'visitors') => formatCount(series.reduce((total, point) => total + point[key], 0))
  if (!peak || peak.views === 0) return '这段时间没有访问。'
  return `共浏览${sum('views')}次，访客${sum('visitors')}人次；${formatPeriod(peak.period)}最多，浏览${formatCount(peak.views)}次。`
}
