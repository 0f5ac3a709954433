import type { Figure } from '#contracts/analytics/dashboard.ts'

/** Returns how a figure stands to last month's: `较上月增加12（8.3%）`. Of a zero there is no share. */
export function describeChange({ value, lastMonth }: Figure): string {
  const change = value - lastMonth
  if (change === 0) return '与上月持平'
  const share = lastMonth === 0 ? '' : `（${Math.abs((change / lastMonth) * 100).toFixed(1)}%）`
  return `较上月${change > 0 ? '增加' : '减少'}${Math.abs(change).toLocaleString('zh-CN')}${share}`
}
