import type { ReactNode } from 'react'
import type { TrialsReply } from '#contracts/evaluation-analysis/trials.ts'
import { formatAmount, formatPercent } from '#contracts/rules/evaluation/format-figures.ts'
import { countLabelColumns, placeEdgeLabels, placePointLabels } from './chart-labels.ts'
import {
  type Frame,
  findParetoFront,
  getMaxTries,
  layOutPassCurves,
  locatePoint,
  type Point,
} from './trial-chart-data.ts'
import { WorkbenchChart } from './workbench-chart.tsx'

type TrialChartProps = { trials: TrialsReply; names: ReadonlyMap<string, string> }

const SIZE = { width: 400, height: 230 }
const FRAME: Frame = { left: 46, top: 12, width: 326, height: 176 }
const TICKS = [0, 0.25, 0.5, 0.75, 1] as const
const LABEL_GAP = 14
/** Larger on a narrow screen, where the whole chart is drawn smaller. */
const TEXT_CLASS = 'text-[15px] sm:text-xs'
/** The room that a number of two digits needs. */
const LABEL_SIZE = { width: 18, height: 14 }
const DOT_RADIUS = 5
/** A long amount at the end of the axis is moved to the left, so that it isn't cut off. */
const DIGIT_WIDTH = 9
/** Dash patterns, so that lines differ without colour. */
const DASHES = ['', '7 4', '2 4', '10 3 2 3', '4 2'] as const

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
  const getName = (key: string) => names.get(key) ?? key
  const counts = Array.from({ length: tries }, (_, index) => index + 1)
  return (
    <WorkbenchChart
      title="连续几次都成功的概率"
      lead="同一任务连试k次全部通过的概率（pass^k）。成功一次不等于可靠，看曲线跌得多快。"
      columns={['候选', '通过率', '95%区间', ...counts.map((count) => `连试${count}次`)]}
      rows={candidates.map(({ key, passRate, interval: [low, high], passHat }) => ({
        key,
        cells: [
          getName(key),
          formatPercent(passRate),
          `${formatPercent(low)}–${formatPercent(high)}`,
          ...counts.map((count) => formatProbability(passHat[count - 1])),
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
            <polyline
              points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
              fill="none"
              strokeWidth="2.5"
              {...getLineStyle(index)}
            />
            {points.map((point) => (
              <Dot key={point.x} point={point} isSquare={index % 2 === 1} />
            ))}
            <NumberLabel
              number={index + 1}
              x={frame.left + frame.width + 8 + ((labels[index]?.column ?? 0) + 0.5) * LABEL_SIZE.width}
              y={labels[index]?.y ?? 0}
            />
          </g>
        ))}
      </svg>
      <Legend
        items={candidates.map(({ key, passHat }, index) => ({
          number: index + 1,
          name: getName(key),
          figure: `连试${passHat.length}次 ${formatProbability(passHat.at(-1))}`,
          symbol: (
            <>
              <line x1="0" x2="32" y1="6" y2="6" strokeWidth="2.5" {...getLineStyle(index)} />
              <Dot point={{ x: 16, y: 6 }} isSquare={index % 2 === 1} />
            </>
          ),
        }))}
      />
    </WorkbenchChart>
  )
}

const getLineStyle = (index: number) => ({
  strokeDasharray: DASHES[index % DASHES.length],
  className: index % 2 === 0 ? 'stroke-indigo' : 'stroke-cinnabar',
})

const formatProbability = (probability: number | undefined): string =>
  probability === undefined ? '—' : formatPercent(probability)

/** The chart of the pass rate by the cost per success; the line is the Pareto front. */
export function CostPerSuccess({ trials: { candidates }, names }: TrialChartProps) {
  const { priced, front } = findParetoFront(candidates)
  if (priced.length === 0) return null
  const getName = (key: string) => names.get(key) ?? key
  const numbers = new Map(candidates.map(({ key }, index) => [key, index + 1]))
  const getNumber = (key: string) => numbers.get(key) ?? 0
  const maxCost = Math.max(...priced.map(({ costPerSuccess }) => costPerSuccess))
  const costText = formatAmount(maxCost)
  const toPoint = ({ costPerSuccess, passRate }: (typeof priced)[number]) =>
    locatePoint(FRAME, maxCost > 0 ? costPerSuccess / maxCost : 0, passRate)
  const frontKeys = new Set(front.map(({ key }) => key))
  const labels = placePointLabels(priced.map(toPoint), {
    label: LABEL_SIZE,
    dot: { width: 2 * DOT_RADIUS, height: 2 * DOT_RADIUS },
    chart: { width: SIZE.width, height: FRAME.top + FRAME.height },
  })
  return (
    <WorkbenchChart
      title="通过率与每次成功的成本"
      lead="越靠左上越好。连线上的候选，没有其他候选比它既便宜又可靠。"
      columns={['候选', '通过率', '每次成功的成本', '耗时中位数', '95%的试次不超过', '在连线上']}
      rows={candidates.map(({ key, passRate, costPerSuccess, secondsMedian, secondsP95 }) => ({
        key,
        cells: [
          getName(key),
          formatPercent(passRate),
          costPerSuccess === null ? '—' : formatAmount(costPerSuccess),
          formatSeconds(secondsMedian),
          formatSeconds(secondsP95),
          frontKeys.has(key) ? '是' : '否',
        ],
      }))}
    >
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} className="mx-auto w-full max-w-xl" aria-hidden="true">
        <YAxis frame={FRAME} />
        <XAxisLabel x={FRAME.left} text="0" />
        <XAxisLabel
          x={Math.min(FRAME.left + FRAME.width, SIZE.width - (costText.length * DIGIT_WIDTH) / 2)}
          text={costText}
        />
        <polyline
          points={toStepPoints(front.map(toPoint))
            .map(({ x, y }) => `${x},${y}`)
            .join(' ')}
          fill="none"
          strokeWidth="2"
          strokeDasharray="5 4"
          className="stroke-control"
        />
        {priced.map((result, index) => (
          <LabelLine key={result.key} point={toPoint(result)} label={labels[index]} />
        ))}
        {priced.map((result) => (
          <Dot key={result.key} point={toPoint(result)} isSquare={!frontKeys.has(result.key)} size={DOT_RADIUS} />
        ))}
        {/* The numbers are drawn after the dots, which would otherwise cover them. */}
        {priced.map((result, index) => (
          <NumberLabel
            key={result.key}
            number={getNumber(result.key)}
            x={labels[index]?.x ?? 0}
            y={labels[index]?.y ?? 0}
          />
        ))}
      </svg>
      <Legend
        items={priced
          .toSorted((a, b) => getNumber(a.key) - getNumber(b.key))
          .map(({ key, passRate, costPerSuccess }) => ({
            number: getNumber(key),
            name: getName(key),
            figure: `${formatPercent(passRate)}，${formatAmount(costPerSuccess)}`,
            symbol: <Dot point={{ x: 16, y: 6 }} isSquare={!frontKeys.has(key)} size={DOT_RADIUS} />,
          }))}
      />
    </WorkbenchChart>
  )
}

type LegendItem = { number: number; name: string; figure: string; symbol: ReactNode }

/** The names of the numbered candidates in a chart, which has no room for them. */
const Legend = ({ items }: { items: readonly LegendItem[] }) => (
  <ul className="mt-3 grid gap-y-1 text-sm print:text-xs">
    {items.map(({ number, name, figure, symbol }) => (
      <li key={number} className="flex items-baseline gap-2">
        <span className="w-5 shrink-0 text-right text-muted tabular-nums">{number}</span>
        <svg className="h-3 w-8 shrink-0" aria-hidden="true" focusable="false">
          {symbol}
        </svg>
        <bdi className="min-w-0 flex-1 break-words">{name}</bdi>
        <span className="whitespace-nowrap text-muted tabular-nums">{figure}</span>
      </li>
    ))}
  </ul>
)

/** A line to a label that isn't next to its point. */
function LabelLine({ point, label }: { point: Point; label: (Point & { isDistant: boolean }) | undefined }) {
  if (!label?.isDistant) return null
  return <line x1={point.x} y1={point.y} x2={label.x} y2={label.y} className="stroke-control" />
}

const NumberLabel = ({ number, x, y }: { number: number; x: number; y: number }) => (
  <text
    x={x}
    y={y + 4}
    textAnchor="middle"
    className={`${TEXT_CLASS} fill-ink stroke-surface stroke-3 [paint-order:stroke]`}
  >
    {number}
  </text>
)

const formatSeconds = (seconds: number | null): string => (seconds === null ? '—' : `${formatAmount(seconds)}秒`)

/** Returns a step line through points, as between two points, the cheaper one is the best. */
const toStepPoints = (points: readonly Point[]): Point[] =>
  points.flatMap((point, index) => {
    const previous = points[index - 1]
    return previous ? [{ x: point.x, y: previous.y }, point] : [point]
  })

function YAxis({ frame }: { frame: Frame }) {
  return TICKS.map((tick) => {
    const { y } = locatePoint(frame, 0, tick)
    return (
      <g key={tick}>
        <line x1={frame.left} x2={frame.left + frame.width} y1={y} y2={y} className="stroke-line" />
        <text x={frame.left - 8} y={y + 4} textAnchor="end" className={`${TEXT_CLASS} fill-muted`}>
          {tick * 100}%
        </text>
      </g>
    )
  })
}

const XAxisLabel = ({ x, text }: { x: number; text: string }) => (
  <text x={x} y={FRAME.top + FRAME.height + 22} textAnchor="middle" className={`${TEXT_CLASS} fill-muted`}>
    {text}
  </text>
)

/** A round dot, or a square one if `isSquare`. */
function Dot({ point: { x, y }, isSquare, size = 3.5 }: { point: Point; isSquare: boolean; size?: number }) {
  return isSquare ? (
    <rect x={x - size} y={y - size} width={2 * size} height={2 * size} className="fill-cinnabar" />
  ) : (
    <circle cx={x} cy={y} r={size} className="fill-indigo" />
  )
}
