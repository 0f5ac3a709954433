/** The parts of the charts of tests: axes, dots, numbers, and the legend that names them. */
import type { TrialsReply } from '#contracts/evaluation-analysis/trials.ts'
import { CandidateMark } from '../../../components/candidate-mark.tsx'
import { type Frame, locatePoint, type Point } from './trial-chart-data.ts'

export type TrialChartProps = { trials: TrialsReply; names: ReadonlyMap<string, string> }

export const SIZE = { width: 400, height: 230 }
export const FRAME: Frame = { left: 46, top: 12, width: 326, height: 176 }
const TICKS = [0, 0.25, 0.5, 0.75, 1] as const
/** Larger on a narrow screen, where the whole chart is drawn smaller. */
const TEXT_CLASS = 'text-[15px] sm:text-xs'
/** The room that a number of two digits needs. */
export const LABEL_SIZE = { width: 18, height: 14 }

/** Returns the `points` attribute of a line. */
export const toPoints = (points: readonly Point[]): string => points.map(({ x, y }) => `${x},${y}`).join(' ')

type LegendItem = { index: number; name: string; figure: string }

/** The names of the numbered candidates in a chart, which has no room for them. */
export const Legend = ({ items }: { items: readonly LegendItem[] }) => (
  <ul className="mt-3 grid gap-y-1 text-sm print:text-xs">
    {items.map(({ index, name, figure }) => (
      <li key={index} className="flex items-baseline gap-2">
        <span className="w-5 shrink-0 text-right text-muted tabular-nums">{index + 1}</span>
        <CandidateMark index={index} hasLine />
        <bdi className="min-w-0 flex-1 break-words">{name}</bdi>
        <span className="whitespace-nowrap text-muted tabular-nums">{figure}</span>
      </li>
    ))}
  </ul>
)

export const NumberLabel = ({ number, x, y }: { number: number; x: number; y: number }) => (
  <text
    x={x}
    y={y + 4}
    textAnchor="middle"
    className={`${TEXT_CLASS} fill-ink stroke-surface stroke-3 [paint-order:stroke]`}
  >
    {number}
  </text>
)

export function YAxis({ frame }: { frame: Frame }) {
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

export const XAxisLabel = ({ x, text }: { x: number; text: string }) => (
  <text x={x} y={FRAME.top + FRAME.height + 22} textAnchor="middle" className={`${TEXT_CLASS} fill-muted`}>
    {text}
  </text>
)
