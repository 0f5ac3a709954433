/** The figures of a run's candidates as tables of formatted texts, the same on the page and in Word. */
import type { CandidateFigures } from '../../evaluation-runs/run.ts'
import { formatAmount, formatCost, formatPercent } from './format-figures.ts'

export type TextTable = { title: string; columns: string[]; rows: string[][]; note: string }

const UNKNOWN = '—'
const formatRate = (rate: number | null) => (rate === null ? UNKNOWN : formatPercent(rate))
const formatSeconds = (seconds: number | null) => (seconds === null ? UNKNOWN : `${formatAmount(seconds)}秒`)

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
      figures.cost === null ? '未知' : formatCost(figures.cost),
    ]
  }),
  note: '区间为Wilson 95%区间；“连问都通过”为每题连问几次都通过的概率（pass^k）；首字与用时为已判定试次的中位数。',
})

/** Returns the reliability of candidates, one row each; those with too few trials say so. */
export const createReliabilityTable = (candidates: readonly CandidateFigures[]): TextTable => ({
  title: '可靠性',
  columns: ['候选', '任务', '结果一致', '步骤一致', '用时一致', '费用一致', '换说法', '安全'],
  rows: candidates.map(({ name, reliability }) =>
    reliability
      ? [
          name,
          `${reliability.tasks}个`,
          formatRate(reliability.outcomeConsistency),
          formatRate(reliability.sequenceConsistency),
          formatRate(reliability.timeConsistency),
          formatRate(reliability.costConsistency),
          formatRate(reliability.robustness),
          formatRate(reliability.safety),
        ]
      : [name, '数据不足', ...Array.from({ length: 6 }, () => UNKNOWN)],
  ),
  note: '至少5个任务各有3次判定才计算；公式出自arXiv 2602.16666，越接近100%越可靠。',
})
