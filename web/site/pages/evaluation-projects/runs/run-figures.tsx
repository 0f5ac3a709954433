import type { CandidateFigures } from '#contracts/evaluation-runs/run.ts'
import { formatAmount, formatPercent } from '#contracts/rules/evaluation/format-figures.ts'
import {
  RELIABILITY_FIGURES,
  REPORTED_RELIABILITY,
  type ReliabilityFigure,
} from '#contracts/rules/evaluation/reliability.ts'
import { describeCost, describeReliability } from '#contracts/rules/evaluation/run-tables.ts'

type Figure = { label: string; value: string }

/** The figures of each candidate, one card each: both rates, reliability, times and cost. */
export const RunFigures = ({ candidates }: { candidates: readonly CandidateFigures[] }) => (
  <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
    {candidates.map((candidate) => (
      <li key={candidate.key} className="min-w-0 rounded-xl border border-line p-4">
        <h4 className="font-semibold break-words">{candidate.name}</h4>
        <FigureList figures={listFigures(candidate)} />
        {candidate.reliability && (
          <>
            <h5 className="mt-3 border-t border-line pt-3 text-sm font-medium">
              可靠性<span className="font-normal text-muted">（括号中为任务数）</span>
            </h5>
            <FigureList figures={listReliability(candidate.reliability)} />
          </>
        )}
      </li>
    ))}
  </ul>
)

const FigureList = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
    {figures.map(({ label, value }) => (
      <div key={label} className="contents">
        <dt className="text-muted">{label}</dt>
        <dd className="text-right break-words tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)

const UNKNOWN = '—'
const formatSeconds = (seconds: number | null) => (seconds === null ? UNKNOWN : `${formatAmount(seconds)}秒`)

function listFigures(figures: CandidateFigures): Figure[] {
  const { planned, decided, passed, rateOfPlanned, rateOfDecided, interval, passHat } = figures
  const last = passHat.at(-1)
  return [
    {
      label: '通过 / 计划',
      value: rateOfPlanned === null ? UNKNOWN : `${formatPercent(rateOfPlanned)}（${passed}/${planned}）`,
    },
    {
      label: '通过 / 已判定',
      value: rateOfDecided === null ? UNKNOWN : `${formatPercent(rateOfDecided)}（${passed}/${decided}）`,
    },
    ...(interval ? [{ label: '95%区间', value: `${formatPercent(interval[0])}至${formatPercent(interval[1])}` }] : []),
    ...(last !== undefined && passHat.length > 1
      ? [{ label: `连续${passHat.length}次都通过`, value: formatPercent(last) }]
      : []),
    {
      label: '首字（中位数）',
      value: formatSeconds(figures.firstTokenMedian === null ? null : figures.firstTokenMedian / 1_000),
    },
    { label: '用时（中位数）', value: formatSeconds(figures.secondsMedian) },
    { label: '用时（P95）', value: formatSeconds(figures.secondsP95) },
    { label: '费用', value: describeCost(figures) },
    ...(figures.reliability === null && decided > 0 ? [MISSING_RELIABILITY] : []),
    ...(figures.byRunner > 0 ? [{ label: '由执行器在自有网络运行', value: `${figures.byRunner}次` }] : []),
    ...(figures.connections > 1 ? [{ label: '连接', value: `${figures.connections}个，运行中改过` }] : []),
  ]
}

const MISSING_RELIABILITY: Figure = {
  label: '可靠性',
  value: `需${REPORTED_RELIABILITY.tasks}个任务各判定${REPORTED_RELIABILITY.repeats}次`,
}

const listReliability = (reliability: NonNullable<CandidateFigures['reliability']>): Figure[] =>
  RELIABILITY_FIGURES.map((figure) => ({
    label: RELIABILITY_LABELS[figure],
    value: describeReliability(reliability, figure),
  }))

const RELIABILITY_LABELS: Record<ReliabilityFigure, string> = {
  outcomeConsistency: '结果一致性',
  sequenceConsistency: '步骤一致性',
  timeConsistency: '用时一致性',
  costConsistency: '费用一致性',
  robustness: '换说法后的稳健性',
  safety: '安全性',
}
