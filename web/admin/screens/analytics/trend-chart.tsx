import { type PointerEvent, useState } from 'react'
import { formatCount } from '../../../shared/formats.ts'
import { getScaleTicks } from './chart-scale.ts'
import { formatAxisPeriod, formatPeriod, type TrendPoint } from './describe-trend.ts'

/** The maximum number of periods that are marked with dots. */
const MAX_DOTS = 31
/** The number of labels below the chart; a phone shows every second one. */
const MAX_LABELS = 7

type Point = { x: number; y: number }
const toPercent = ({ x, y }: Point) => ({ left: `${x}%`, top: `${y}%` })

/** Views as a solid line with dots, visitors as a dashed line with squares, so that they differ not only by colour. */
export function TrendChart({ series }: { series: readonly TrendPoint[] }) {
  const [hoveredIndex, setHoveredIndex] = useState<number>()
  const ticks = getScaleTicks(Math.max(...series.map(({ views, visitors }) => Math.max(views, visitors))))
  const max = ticks.at(-1) ?? 1
  // At least one, so that a single period is placed at the left edge.
  const intervalCount = Math.max(1, series.length - 1)
  const toPoint = (index: number, count: number): Point => ({
    x: (index / intervalCount) * 100,
    y: 100 - (count / max) * 100,
  })
  const views = series.map((point, index) => toPoint(index, point.views))
  const visitors = series.map((point, index) => toPoint(index, point.visitors))
  const hasDots = series.length <= MAX_DOTS

  function hoverNearestPeriod({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const nearestIndex = Math.round(((clientX - left) / width) * intervalCount)
    setHoveredIndex(Math.min(series.length - 1, Math.max(0, nearestIndex)))
  }

  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] text-sm text-muted tabular-nums">
      <CountAxis ticks={ticks} />
      {/* Pointer-only: the table has the same figures. */}
      <div
        className="relative mx-5 mt-3 h-60 touch-pan-y"
        onPointerDown={hoverNearestPeriod}
        onPointerMove={hoverNearestPeriod}
        onPointerLeave={() => setHoveredIndex(undefined)}
      >
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute -inset-x-2 border-t border-line"
            style={{ top: `${toPoint(0, tick).y}%` }}
          />
        ))}
        <svg
          className="absolute inset-0 size-full overflow-visible"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <TrendLine points={views} stroke="var(--indigo)" />
          <TrendLine points={visitors} stroke="var(--star)" dashes="6 4" />
        </svg>
        {hasDots && <Dots points={views} className="rounded-full bg-indigo" />}
        {hasDots && <Dots points={visitors} className="bg-star" />}
        {hoveredIndex !== undefined && (
          <HoveredPoint series={series} index={hoveredIndex} x={views[hoveredIndex]?.x ?? 0} />
        )}
      </div>
      <PeriodAxis series={series} intervalCount={intervalCount} />
    </div>
  )
}

const TrendLine = ({ points, stroke, dashes }: { points: readonly Point[]; stroke: string; dashes?: string }) => (
  <polyline
    points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
    fill="none"
    stroke={stroke}
    strokeWidth="2"
    strokeDasharray={dashes}
    strokeLinejoin="round"
    vectorEffect="non-scaling-stroke"
  />
)

const Dots = ({ points, className }: { points: readonly Point[]; className: string }) =>
  points.map((point) => (
    <span key={point.x} className={`absolute size-1.5 -translate-1/2 ${className}`} style={toPercent(point)} />
  ))

const CountAxis = ({ ticks }: { ticks: readonly number[] }) => (
  <div className="relative mt-3 h-60" aria-hidden>
    <span className="invisible">{formatCount(ticks.at(-1) ?? 0)}</span>
    {ticks.map((tick, index) => (
      <span
        key={tick}
        className="absolute right-0 -translate-y-1/2"
        style={{ top: `${100 - (index / (ticks.length - 1)) * 100}%` }}
      >
        {formatCount(tick)}
      </span>
    ))}
  </div>
)

function PeriodAxis({ series, intervalCount }: { series: readonly TrendPoint[]; intervalCount: number }) {
  const step = Math.ceil(series.length / MAX_LABELS)
  return (
    <div className="relative col-start-2 mx-5 mt-1 h-6" aria-hidden>
      {series.map(
        ({ period }, index) =>
          index % step === 0 && (
            <span
              key={period}
              className={`absolute -translate-x-1/2 whitespace-nowrap ${(index / step) % 2 === 1 ? 'max-sm:hidden' : ''}`}
              style={{ left: `${(index / intervalCount) * 100}%` }}
            >
              {formatAxisPeriod(period)}
            </span>
          ),
      )}
    </div>
  )
}

/** A line at the hovered period, with its figures on the side that has room. */
function HoveredPoint({ series, index, x }: { series: readonly TrendPoint[]; index: number; x: number }) {
  const point = series[index]
  if (!point) return null
  return (
    <>
      <span className="absolute inset-y-0 border-l border-control" style={{ left: `${x}%` }} />
      <div
        className="pointer-events-none absolute top-0 z-10 mx-3 rounded-lg border border-line bg-surface px-3 py-2 whitespace-nowrap text-ink shadow-md"
        style={x > 50 ? { right: `${100 - x}%` } : { left: `${x}%` }}
      >
        <p className="font-semibold">{formatPeriod(point.period)}</p>
        <p>浏览{formatCount(point.views)}次</p>
        <p>访客{formatCount(point.visitors)}人次</p>
      </div>
    </>
  )
}
