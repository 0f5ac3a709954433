import { createAmountFormat, createPercentFormat, formatAmount } from '#contracts/rules/evaluation/format-figures.ts'
import { CandidateDot, numberCandidates } from '../../../components/candidate-mark.tsx'
import { placePointLabels } from './chart-labels.ts'
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
import { findParetoFront, locatePoint, type Point, type PricedResult } from './trial-chart-data.ts'
import { WorkbenchChart } from './workbench-chart.tsx'

const DOT_RADIUS = 5
/** A long amount at the end of the axis is moved to the left, so that it isn't cut off. */
const DIGIT_WIDTH = 9

/** The chart of the pass rate by the cost per success; the line is the Pareto front. */
export function CostPerSuccess({ trials: { candidates }, names }: TrialChartProps) {
  const { priced, front } = findParetoFront(candidates)
  if (priced.length === 0) return null
  const getName = (key: string) => names.get(key) ?? key
  const numbers = numberCandidates(names.keys())
  const getIndex = (key: string) => numbers.get(key) ?? 0
  const frontKeys = new Set(front.map(({ key }) => key))
  const formatRate = createPercentFormat(candidates.map(({ passRate }) => passRate))
  const formatCost = createUnitFormat(
    candidates.map(({ costPerSuccess }) => costPerSuccess),
    '元',
  )
  const formatSeconds = createUnitFormat(
    candidates.flatMap(({ secondsMedian, secondsP95 }) => [secondsMedian, secondsP95]),
    '秒',
  )
  return (
    <WorkbenchChart
      title="通过率与每次成功的成本"
      lead="越靠左上越好。连线上的候选，没有其他候选比它既便宜又可靠。"
      columns={['候选', '通过率', '每次成功的成本', '耗时中位数', '95%的试次不超过', '在连线上']}
      rows={candidates.map(({ key, passRate, costPerSuccess, secondsMedian, secondsP95 }) => ({
        key,
        cells: [
          getName(key),
          formatRate(passRate),
          formatCost(costPerSuccess),
          formatSeconds(secondsMedian),
          formatSeconds(secondsP95),
          frontKeys.has(key) ? '是' : '否',
        ],
      }))}
    >
      <CostChart priced={priced} front={front} getIndex={getIndex} />
      <Legend
        items={priced
          .toSorted((a, b) => getIndex(a.key) - getIndex(b.key))
          .map(({ key, passRate, costPerSuccess }) => ({
            index: getIndex(key),
            name: getName(key),
            figure: `${formatRate(passRate)}，${formatCost(costPerSuccess)}`,
          }))}
      />
    </WorkbenchChart>
  )
}

type CostChartProps = {
  priced: readonly PricedResult[]
  front: readonly PricedResult[]
  getIndex: (key: string) => number
}

function CostChart({ priced, front, getIndex }: CostChartProps) {
  const maxCost = Math.max(...priced.map(({ costPerSuccess }) => costPerSuccess))
  const costText = formatAmount(maxCost)
  const toPoint = ({ costPerSuccess, passRate }: PricedResult) =>
    locatePoint(FRAME, maxCost > 0 ? costPerSuccess / maxCost : 0, passRate)
  const dot = { width: 2 * DOT_RADIUS, height: 2 * DOT_RADIUS }
  const labels = placePointLabels(
    priced.map((result) => ({ ...toPoint(result), dot, label: LABEL_SIZE })),
    { left: 0, top: 0, right: SIZE.width, bottom: FRAME.top + FRAME.height },
  )
  return (
    <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} className="mx-auto w-full max-w-xl" aria-hidden="true">
      <YAxis frame={FRAME} />
      <XAxisLabel x={FRAME.left} text="0" />
      <XAxisLabel x={FRAME.left + FRAME.width / 2} text="每次成功的成本（元）" />
      <XAxisLabel
        x={Math.min(FRAME.left + FRAME.width, SIZE.width - (costText.length * DIGIT_WIDTH) / 2)}
        text={costText}
      />
      <polyline
        points={toPoints(toStepPoints(front.map(toPoint)))}
        fill="none"
        strokeWidth="2"
        strokeDasharray="5 4"
        className="stroke-control"
      />
      {priced.map((result, index) => (
        <LabelLine key={result.key} point={toPoint(result)} label={labels[index]} />
      ))}
      {priced.map((result) => (
        <CandidateDot key={result.key} point={toPoint(result)} index={getIndex(result.key)} size={DOT_RADIUS} />
      ))}
      {/* The numbers are drawn after the dots, which would otherwise cover them. */}
      {priced.map((result, index) => (
        <NumberLabel
          key={result.key}
          number={getIndex(result.key) + 1}
          x={labels[index]?.x ?? 0}
          y={labels[index]?.y ?? 0}
        />
      ))}
    </svg>
  )
}

/** A line to a label that isn't next to its point. */
function LabelLine({ point, label }: { point: Point; label: (Point & { isDistant: boolean }) | undefined }) {
  if (!label?.isDistant) return null
  return <line x1={point.x} y1={point.y} x2={label.x} y2={label.y} className="stroke-control" />
}

/** Returns how the amounts of a column are formatted, with their unit. */
function createUnitFormat(amounts: readonly (number | null)[], unit: string): (amount: number | null) => string {
  const format = createAmountFormat(amounts)
  return (amount) => (amount === null ? '—' : `${format(amount)}${unit}`)
}

/** Returns a step line through points, as between two points, the cheaper one is the best. */
const toStepPoints = (points: readonly Point[]): Point[] =>
  points.flatMap((point, index) => {
    const previous = points[index - 1]
    return previous ? [{ x: point.x, y: previous.y }, point] : [point]
  })
