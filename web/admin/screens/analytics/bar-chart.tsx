import type { ReactNode } from 'react'
import { getScaleTicks } from './chart-scale.ts'

/** `note` is shown after the count. */
export type Bar = { key: string; name: ReactNode; count: number; note?: string }

type BarChartProps = { label: string; bars: readonly Bar[] }

const formatCount = (count: number) => count.toLocaleString('zh-CN')

/** Places a name next to its bar, or above it on a phone. */
const ROW_CLASS = 'grid gap-x-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,5fr)]'
/** Room for the label after the longest bar. */
const LABEL_MARGIN_CLASS = { withoutNote: 'mr-16', withNote: 'mr-26' }

/** Bars on a common scale, distinguished by name and length; to screen readers a list of names and counts. */
export function BarChart({ label, bars }: BarChartProps) {
  const ticks = getScaleTicks(Math.max(...bars.map(({ count }) => count)))
  const max = ticks.at(-1) ?? 1
  const margin = bars.some(({ note }) => note) ? LABEL_MARGIN_CLASS.withNote : LABEL_MARGIN_CLASS.withoutNote
  return (
    <div className="text-sm">
      <ol aria-label={label}>
        {bars.map(({ key, name, count, note }) => (
          <li key={key} className={ROW_CLASS}>
            <span className="self-center pt-1.5 sm:py-1.5">
              <span className="line-clamp-2 wrap-anywhere">{name}</span>
            </span>
            <span className={`relative flex items-center py-1.5 sm:py-2 ${margin}`}>
              <GridLines ticks={ticks} max={max} />
              <span
                className="relative h-4 shrink-0 rounded-r-sm bg-indigo"
                style={{ width: `${(count / max) * 100}%` }}
                aria-hidden
              />
              <span className="relative pl-2 whitespace-nowrap tabular-nums">
                {formatCount(count)}
                {note && <span className="text-muted">{note}</span>}
              </span>
            </span>
          </li>
        ))}
      </ol>
      <div className={`${ROW_CLASS} text-muted`} aria-hidden>
        <span className={`relative block h-6 tabular-nums sm:col-start-2 ${margin}`}>
          {ticks.map((tick) => (
            <span key={tick} className="absolute -translate-x-1/2 whitespace-nowrap" style={getPosition(tick, max)}>
              {formatCount(tick)}
            </span>
          ))}
        </span>
      </div>
    </div>
  )
}

const getPosition = (tick: number, max: number) => ({ left: `${(tick / max) * 100}%` })

const GridLines = ({ ticks, max }: { ticks: readonly number[]; max: number }) =>
  ticks.map((tick) => (
    <span key={tick} className="absolute inset-y-0 border-l border-line" style={getPosition(tick, max)} aria-hidden />
  ))
