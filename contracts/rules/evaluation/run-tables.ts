/** The figures of a run's candidates as tables of formatted texts, the same on the page and in Word. */
import type { CandidateFigures } from '../../evaluation-runs/run.ts'
import { formatAmount, formatCost, formatPercent } from './format-figures.ts'
import { RELIABILITY_FIGURES, REPORTED_RELIABILITY, type ReliabilityFigure } from './reliability.ts'

export type TextTable = { title: string; columns: string[]; rows: string[][]; note: string }

const UNKNOWN = '—'
const formatRate = (rate: number | null) => (rate === null ? UNKNOWN : formatPercent(rate))
const formatSeconds = (seconds: number | null) => (seconds === null ? UNKNOWN : `${formatAmount(seconds)}秒`)

/** Returns what a run, or a candidate's decided trials, cost, as far as that is known. */
export function describeCost({ cost, unknownCosts = 0 }: Pick<CandidateFigures, 'cost' | 'unknownCosts'>): string {
  if (cost === null) return '未知'
  return unknownCosts === 0 ? formatCost(cost) : `至少${formatCost(cost)}（${unknownCosts}次未知）`
}

/** Returns the rates, times and costs of candidates, one row each. */
export const createFigureTable = (candidates: readonly CandidateFigures[]): TextTable => ({
  title: '通过率、用时与费用',
  columns: [
    '候选',
    '通过 / 计划',
    '通过 / 已判定',
    '95%区间',
    '连问都通过',
    '首字',
    '用时（中位）',
    '用时（P95）',
    '费用',
  ],
  rows: candidates.map(({ name, passed, planned, decided, interval, passHat, ...figures }) => {
    const last = passHat.at(-1)
    return [
      name,
      `${formatRate(figures.rateOfPlanned)}（${passed}/${planned}）`,
      `${formatRate(figures.rateOfDecided)}（${passed}/${decided}）`,
      interval ? `${formatPercent(interval[0])}至${formatPercent(interval[1])}` : UNKNOWN,
      last !== undefined && passHat.length > 1 ? `${passHat.length}次：${formatPercent(last)}` : UNKNOWN,
      formatSeconds(figures.firstTokenMedian === null ? null : figures.firstTokenMedian / 1_000),
      formatSeconds(figures.secondsMedian),
      formatSeconds(figures.secondsP95),
      describeCost(figures),
    ]
  }),
  note: '区间为Wilson 95%区间；“连问都通过”为每题连问几次都通过的概率（pass^k）；首字与用时为已判定试次的中位数。',
})

/** Returns a figure of reliability with the number of tasks that it rests on, which an earlier report doesn't say. */
export function describeReliability(
  reliability: NonNullable<CandidateFigures['reliability']>,
  figure: ReliabilityFigure,
): string {
  const tasks = reliability.restsOn?.[figure]
  return `${formatRate(reliability[figure])}${tasks === undefined ? '' : `（${tasks}个）`}`
}

/** Returns the reliability of candidates, one row each; those with too few trials say so. */
export const createReliabilityTable = (candidates: readonly CandidateFigures[]): TextTable => ({
  title: '可靠性',
  columns: ['候选', '任务', '结果一致', '步骤一致', '用时一致', '费用一致', '换说法', '安全'],
  rows: candidates.map(({ name, reliability }) =>
    reliability
      ? [
          name,
          `${reliability.tasks}个`,
          ...RELIABILITY_FIGURES.map((figure) => describeReliability(reliability, figure)),
        ]
      : [name, '数据不足', ...RELIABILITY_FIGURES.map(() => UNKNOWN)],
  ),
  note: `至少${REPORTED_RELIABILITY.tasks}个任务各有${REPORTED_RELIABILITY.repeats}次判定才计算，括号中是所依据的任务数；公式出自arXiv 2602.16666，越接近100%越可靠。`,
})
