/** Says how run and measured criteria are counted, and what was counted. */
import type { Measurement, TrialCount } from '../../evaluation-projects/counted.ts'
import type { ProjectCriterion } from '../../evaluation-projects/project.ts'
import {
  isMarkMet,
  isMeasuredCriterion,
  isRunCriterion,
  type MarkedRate,
  type MeasuredCriterion,
  type RunCriterion,
  rateTrials,
} from './counted-criteria.ts'
import { countDecimals, formatFixed, formatNumber } from './format-figures.ts'

export const RATE_LABELS: Record<RunCriterion['counted']['shown'], string> = { passed: '通过率', failed: '未通过率' }
export const DIRECTION_LABELS: Record<MeasuredCriterion['counted']['direction'], string> = {
  atLeast: '不低于',
  atMost: '不高于',
}

/** Figures keep what was measured; beyond this, decimals are errors of binary fractions. */
const FIGURE_DECIMALS = 6

/** Returns a figure of a pilot with its unit: `12.5分钟`, `80%`. */
export const formatFigure = (figure: number, { unit }: Pick<MeasuredCriterion['counted'], 'unit'>): string =>
  `${formatNumber(figure, FIGURE_DECIMALS)}${unit}`

/** Returns the sentence that says how a criterion is counted; '' if it is judged, or counted from offers. */
export function describeCountedRule(criterion: ProjectCriterion): string {
  if (isRunCriterion(criterion)) return describeRunRule(criterion)
  if (isMeasuredCriterion(criterion))
    return `由试点数据判定：试点后${describeMark(criterion)}为达到，得100分，否则0分。`
  return ''
}

function describeRunRule({ minimum, counted: { shown, tags, questions } }: RunCriterion): string {
  const tagged = tags.length === 0 ? '' : `，以及标签为${tags.map((tag) => `“${tag}”`).join('、')}的题`
  const mark = shown === 'passed' ? `不低于${minimum ?? 0}%` : `不高于${formatNumber(100 - (minimum ?? 0))}%`
  const size = questions === 0 ? '' : `，至少${questions}道题`
  return `由实测计算：计入指定这条准则的题${tagged}；${RATE_LABELS[shown]}${mark}为达到${size}。得分为通过率。`
}

/** Returns the mark of a pilot: `不高于10分钟`. */
export const describeMark = ({ counted }: Pick<MeasuredCriterion, 'counted'>): string =>
  `${DIRECTION_LABELS[counted.direction]}${formatFigure(counted.mark, counted)}`

/** Returns a rate and its interval in percent: `95.0%（91.9%至97.0%）`. A rate beside its mark isn't rounded onto it. */
export function formatMarkedRate({ rate, interval, mark }: MarkedRate): string {
  const format = (share: number, decimals = 1) => `${formatFixed(share * 100, decimals)}%`
  const decimals = Math.max(
    countDecimals(rate * 100, [mark * 100]),
    countDecimals(100 - rate * 100, [100 - mark * 100]),
  )
  return `${format(rate, decimals)}（${format(interval[0])}至${format(interval[1])}）`
}

/** Returns what a rate amounts to: whether the mark is met, and whether there were questions enough to say so. */
export function describeMarkedRate(
  { isMet, isLargeEnough }: MarkedRate,
  criterion: RunCriterion,
  count: TrialCount,
): string {
  const verdict = isMet ? '达到' : '未达到'
  return isLargeEnough
    ? verdict
    : `${verdict}，但只有${count.questions}道题，不足${criterion.counted.questions}道，仅供参考`
}

/** Returns where trials are from: `运行“第一轮”，另有20次由人登记`. */
export function describeTrialSource({ runs, typed, trials }: TrialCount): string {
  const names = runs.map(({ title }) => `“${title}”`).join('、')
  if (runs.length === 0) return '由人登记'
  return typed === 0 ? `运行${names}` : `运行${names}，另有${typed}/${trials}次由人登记`
}

/** Returns the sentence on a run criterion of a candidate, without its name. */
export function describeTrialCount(criterion: RunCriterion, count: TrialCount): string {
  const rate = rateTrials(criterion, count)
  const { shown } = criterion.counted
  const counts = shown === 'passed' ? count.passed : count.trials - count.passed
  return `${RATE_LABELS[shown]}${counts}/${count.trials}，${formatMarkedRate(rate)}，${describeMarkedRate(rate, criterion, count)}`
}

/** Returns whether a measurement reaches the mark, in words. */
export function describeMeasurement(criterion: MeasuredCriterion, after: Measurement['after']): string {
  if (after === null) return '未测'
  return isMarkMet(criterion.counted, after) ? '达到' : '未达到'
}
