import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { periodInWords, periodOnAxis, type TrendPoint } from './trend-words.ts'

const HEIGHT = 280
const TICK = { fill: 'var(--muted)', fontSize: 13 }
/** Each day's dot is drawn where there is room for it. */
const DOTS_MAX = 31

/** Views as a whole line with round marks, visitors as a broken one with squares: told apart without colour, too. */
export function TrendChart({ series }: { series: readonly TrendPoint[] }) {
  const hasDots = series.length <= DOTS_MAX
  const line = { type: 'linear', strokeWidth: 2, isAnimationActive: false } as const
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <LineChart data={[...series]} accessibilityLayer={false} margin={{ top: 8, right: 12, bottom: 0, left: 0 }}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          dataKey="period"
          tickFormatter={periodOnAxis}
          tick={TICK}
          stroke="var(--line)"
          tickLine={false}
          minTickGap={28}
        />
        <YAxis
          allowDecimals={false}
          tick={TICK}
          width="auto"
          axisLine={false}
          tickLine={false}
          tickFormatter={(count: number) => count.toLocaleString('zh-CN')}
        />
        <Tooltip isAnimationActive={false} cursor={{ stroke: 'var(--control)' }} content={PointWords} />
        <Line
          {...line}
          dataKey="views"
          stroke="var(--indigo)"
          dot={hasDots && { r: 3, fill: 'var(--indigo)', strokeWidth: 0 }}
        />
        <Line {...line} dataKey="visitors" stroke="var(--star)" strokeDasharray="6 4" dot={hasDots && SquareDot} />
      </LineChart>
    </ResponsiveContainer>
  )
}

type DotProps = { key?: unknown; cx?: number; cy?: number; index?: number }

const SquareDot = ({ cx = 0, cy = 0, index = 0 }: DotProps) => (
  <rect key={index} x={cx - 3} y={cy - 3} width={6} height={6} fill="var(--star)" />
)

type PointWordsProps = { active?: boolean; payload?: readonly { payload?: TrendPoint }[] }

function PointWords({ active, payload }: PointWordsProps) {
  const point = payload?.[0]?.payload
  if (!active || !point) return null
  return (
    <div className="rounded-lg border border-line bg-surface px-3 py-2 text-sm text-ink shadow-md">
      <p className="font-semibold">{periodInWords(point.period)}</p>
      <p className="tabular-nums">浏览{point.views.toLocaleString('zh-CN')}次</p>
      <p className="tabular-nums">访客{point.visitors.toLocaleString('zh-CN')}人次</p>
    </div>
  )
}
