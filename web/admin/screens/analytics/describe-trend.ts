import type { Analytics } from '#contracts/analytics/analytics.ts'

export type TrendPoint = Analytics['series'][number]

/** Returns a day or month as people say it: `2026-11-21` is `2026年11月21日`, `2026-11` is `2026年11月`. */
export function formatPeriod(period: string): string {
  const [year, month, day] = period.split('-').map(Number)
  return `${year}年${month}月${day === undefined ? '' : `${day}日`}`
}

/** Returns the same, as short as an axis wants it: `11/21`, or `26/11` for a month. */
export function formatAxisPeriod(period: string): string {
  const [year = '', month, day] = period.split('-')
  return day === undefined ? `${year.slice(2)}/${month}` : `${month}/${day}`
}

/** Returns what a trend says to who doesn't see it: how much in all, and when most. */
export function describeTrend(series: readonly TrendPoint[]): string {
  const most = series.reduce<TrendPoint | undefined>(
    (highest, point) => (highest && highest.views >= point.views ? highest : point),
    undefined,
  )
  const sum = (key: 'views' | 'visitors') =>
    series.reduce((total, point) => total + point[key], 0).toLocaleString('zh-CN')
  if (!most || most.views === 0) return '这段时间没有访问。'
  return `共浏览${sum('views')}次，访客${sum('visitors')}人次；${formatPeriod(most.period)}最多，浏览${most.views.toLocaleString('zh-CN')}次。`
}
