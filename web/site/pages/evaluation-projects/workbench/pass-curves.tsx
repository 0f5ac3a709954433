import { createPercentFormat } from '#contracts/rules/evaluation/format-figures.ts'
import { CandidateDot, getCandidateLine, numberCandidates } from '../../../components/candidate-mark.tsx'
import { countLabelColumns, placeEdgeLabels } from './chart-labels.ts'
import {
  FRAME,
  LABEL_SIZE,
  Legend,
  NumberLabel,
  SIZE,
  type TrialChartProps,
  toPoints,
  XAxisLabel,
  YAxis,
} from './trial-chart.tsx'
import { getMaxTries, layOutPassCurves, locatePoint } from './trial-chart-data.ts'
import { WorkbenchChart } from './workbench-chart.tsx'

const LABEL_GAP = 14
/** The chart of pass^k, the probability that k tries of a task all succeed, with a line per candidate. */
export function PassCurves({ trials: { candidates }, names }: TrialChartProps) {
  const tries = getMaxTries(candidates)
  const labelColumns = countLabelColumns(candidates.length, LABEL_GAP, FRAME.height)
  const frame = { ...FRAME, width: FRAME.width - (labelColumns - 1) * LABEL_SIZE.width }
  const curves = layOutPassCurves(candidates, frame)
  const labels = placeEdgeLabels(
    curves.map(({ points }) => points.at(-1)?.y ?? 0),
    LABEL_GAP,
    frame,
  )
  const numbers = numberCandidates(names.keys())
  const getIndex = (key: string) => numbers.get(key) ?? 0
  const getName = (key: string) => names.get(key) ?? key
  const counts = Array.from({ length: tries }, (_, index) => index + 1)
  const formatRate = createPercentFormat(candidates.map(({ passRate }) => passRate))
  const formatBound = createPercentFormat(candidates.flatMap(({ interval }) => interval))
  const formatProbability = createPercentFormat(candidates.flatMap(({ passHat }) => passHat))
  return (
    <WorkbenchChart
      title="连续几次都成功的概率"
      lead="同一任务连试k次全部通过的概率（pass^k）。成功一次不等于可靠，看曲线跌得多快。"
      columns={['候选', '通过率', '95%区间', ...counts.map((count) => `连试${count}次`)]}
      rows={candidates.map(({ key, passRate, interval: [low, high], passHat }) => ({
        key,
        cells: [
          getName(key),
          formatRate(passRate),
          `${formatBound(low)}–${formatBound(high)}`,
          ...counts.map((count) => formatOptional(passHat[count - 1], formatProbability)),
        ],
      }))}
    >
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} className="mx-auto w-full max-w-xl" aria-hidden="true">
        <YAxis frame={frame} />
        {counts.map((count, index) => {
          const { x } = locatePoint(frame, tries > 1 ? index / (tries - 1) : 0, 0)
          return <XAxisLabel key={count} x={x} text={`${count}次`} />
        })}
        {curves.map(({ key, points }, index) => (
          <g key={key}>
            <polyline points={toPoints(points)} fill="none" strokeWidth="2.5" {...getCandidateLine(getIndex(key))} />
            {points.map((point) => (
              <CandidateDot key={point.x} point={point} index={getIndex(key)} />
            ))}
            <NumberLabel
              number={getIndex(key) + 1}
              x={frame.left + frame.width + 8 + ((labels[index]?.column ?? 0) + 0.5) * LABEL_SIZE.width}
              y={labels[index]?.y ?? 0}
            />
          </g>
        ))}
      </svg>
      <Legend
        items={candidates.map(({ key, passHat }) => ({
          index: getIndex(key),
          name: getName(key),
          figure: `连试${passHat.length}次 ${formatOptional(passHat.at(-1), formatProbability)}`,
        }))}
      />
    </WorkbenchChart>
  )
}

const formatOptional = (probability: number | undefined, format: (probability: number) => string): string =>
  probability === undefined ? '—' : format(probability)
