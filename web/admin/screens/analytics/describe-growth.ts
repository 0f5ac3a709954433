import type { GrowingFigure } from '#contracts/analytics/analytics.ts'

export type Growth = { direction: 'up' | 'down' | 'same'; words: string }

/** Returns how a figure stands to the one before: `比上一时段增加12（8.3%）`. Of nothing there is no share. */
export function describeGrowth({ value, before, growth }: GrowingFigure, comparison: string): Growth {
  const change = value - before
  if (change === 0) return { direction: 'same', words: `与${comparison}持平` }
  const formatShare = growth === null ? '' : `（${Math.abs(growth * 100).toFixed(1)}%）`
  const amount = Math.abs(change).toLocaleString('zh-CN')
  return change > 0
    ? { direction: 'up', words: `比${comparison}增加${amount}${formatShare}` }
    : { direction: 'down', words: `比${comparison}减少${amount}${formatShare}` }
}
