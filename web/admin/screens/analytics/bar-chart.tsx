import type { ReactNode } from 'react'
import { barScale } from './bar-scale.ts'

export type Bar = { key: string; name: ReactNode; count: number /** Stands behind the count. */; note?: string }

type BarChartProps = { label: string; bars: readonly Bar[] }

const inWords = (count: number) => count.toLocaleString('zh-CN')

/** Bars over a common scale, told apart by name and length alone; to who hears them they are a list of names and counts. */
export function BarChart({ label, bars }: BarChartProps) {
  const marks = barScale(Math.max(...bars.map(({ count }) => count)))
  const top = marks.at(-1) ?? 1
  return (
    <div className="text-sm">
      <ol aria-label={label}>
        {bars.map(({ key, name, count, note }) => (
          <li key={key} className="grid items-center gap-x-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <span className="line-clamp-2 pt-1.5 wrap-anywhere sm:py-1.5">{name}</span>
            <Lane marks={marks} top={top}>
              <span
                className="h-4 shrink-0 rounded-r-sm bg-indigo"
                style={{ width: `${(count / top) * 100}%` }}
                aria-hidden
              />
              <span className="pl-2 whitespace-nowrap tabular-nums">
                {inWords(count)}
                {note && <span className="text-muted">{note}</span>}
              </span>
            </Lane>
          </li>
        ))}
      </ol>
      <Scale marks={marks} top={top} />
    </div>
  )
}

/** Room for the words behind the longest bar. */
const ROOM = 'mr-24'

type ScaleProps = { marks: readonly number[]; top: number }
const at = (mark: number, top: number) => ({ left: `${(mark / top) * 100}%` })

const Lane = ({ marks, top, children }: ScaleProps & { children: ReactNode }) => (
  <span className={`relative block py-1.5 sm:py-2 ${ROOM}`}>
    {marks.map((mark) => (
      <span key={mark} className="absolute inset-y-0 border-l border-line" style={at(mark, top)} aria-hidden />
    ))}
    <span className="relative flex items-center">{children}</span>
  </span>
)

const Scale = ({ marks, top }: ScaleProps) => (
  <div className="grid gap-x-3 text-muted sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]" aria-hidden>
    <span className={`relative block h-6 tabular-nums sm:col-start-2 ${ROOM}`}>
      {marks.map((mark) => (
        <span key={mark} className="absolute -translate-x-1/2" style={at(mark, top)}>
          {inWords(mark)}
        </span>
      ))}
    </span>
  </div>
)
