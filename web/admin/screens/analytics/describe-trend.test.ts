import { expect, it } from 'vitest'
import { describeTrend, formatAxisPeriod, formatPeriod, formatRange } from './describe-trend.ts'

it.each([
  ['2026-01-05', '2026年1月5日', '01/05'],
  ['2026-11', '2026年11月', '26/11'],
])('formats %s as %s, on an axis as %s', (period, text, axisText) => {
  expect(formatPeriod(period)).toBe(text)
  expect(formatAxisPeriod(period)).toBe(axisText)
})

it.each([
  ['2026-11-01', '2026-11-07', '2026年11月1日至2026年11月7日'],
  ['2026-11-28', '2026-11-28', '2026年11月28日'],
])('formats the range from %s to %s as %s', (from, to, text) => {
  expect(formatRange({ from, to })).toBe(text)
})

it('states the totals and the peak', () => {
  const series = [
    { period: '2026-11-20', views: 1_000, visitors: 300 },
    { period: '2026-11-21', views: 1_500, visitors: 400 },
    { period: '2026-11-22', views: 1_500, visitors: 500 },
  ]
  expect(describeTrend(series)).toBe('共浏览4,000次，访客1,200人次；2026年11月21日最多，浏览1,500次。')
})

it.each([[[]], [[{ period: '2026-11', views: 0, visitors: 0 }]]])('states that there were no visits: %j', (series) => {
  expect(describeTrend(series)).toBe('这段时间没有访问。')
})
