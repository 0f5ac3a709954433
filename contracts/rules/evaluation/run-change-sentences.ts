/** Says what changed between two runs of the same tasks. */
import type { RunComparison } from '../../evaluation-runs/comparison.ts'
import { formatNumber } from './format-figures.ts'

type ComparedCandidate = RunComparison['candidates'][number]

const formatPoints = (fraction: number) => formatNumber(fraction * 100)

/** Returns how many tasks changed, the worse first. */
export function describeChanges({
  compared,
  regressed,
  improved,
}: Pick<ComparedCandidate, 'compared' | 'regressed' | 'improved'>): string {
  if (compared === 0) return '没有两次都判定过的相同任务，不能比较。'
  const same = compared - regressed - improved
  if (same === compared) return `比较了${compared}题，结果都没有变。`
  const changes = [
    regressed > 0 ? `退步了${regressed}题` : '没有退步',
    improved > 0 ? `进步了${improved}题` : undefined,
    same > 0 ? `其余${same}题不变` : undefined,
  ]
  return `新版本${changes.filter(Boolean).join('，')}。`
}

/** Returns by how much the pass rate changed, and whether that may be luck; `undefined` without a comparison. */
export function describeDifference({
  difference,
  interval,
}: Pick<ComparedCandidate, 'difference' | 'interval'>): string | undefined {
  if (difference === null) return undefined
  const points = formatPoints(Math.abs(difference))
  const change = points === '0' ? '通过率没有变' : `通过率${difference > 0 ? '上升' : '下降'}${points}个百分点`
  if (!interval) return `${change}；任务太少，算不出区间。`
  const [low, high] = interval
  const range = `95%区间${formatPoints(low)}至${formatPoints(high)}`
  // Whether it is luck that nothing changed, nobody asks.
  if (points === '0') return `${change}（${range}）。`
  return low > 0 || high < 0 ? `${change}（${range}），不像是碰巧。` : `${change}（${range}），可能只是碰巧。`
}
