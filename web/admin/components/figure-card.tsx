import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { formatChangePercentage } from '#contracts/rules/change-percentage.ts'
import { formatCount } from '../../shared/formats.ts'

const DIRECTION_ICONS = { up: ArrowUp, down: ArrowDown, same: Minus }

type ComparedCount = { value: number; before: number }

type FigureCardProps = {
  label: string
  figure: ComparedCount
  /** What `before` was counted in or at: `上一时段`, `期初`. */
  comparison: string
  /** Explains how the figure is counted. */
  note?: string
}

/** A figure with its change, as an icon and in words. */
export function FigureCard({ label, figure, comparison, note }: FigureCardProps) {
  const { direction, texts } = describeGrowth(figure, comparison)
  const Icon = DIRECTION_ICONS[direction]
  return (
    <div className="panel flex flex-col px-4 py-4 md:px-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="pt-1 text-3xl font-semibold tabular-nums">{formatCount(figure.value)}</dd>
      <dd className="flex items-start gap-1 pt-1 text-sm text-muted">
        <Icon className="mt-1 size-3.5 shrink-0" aria-hidden />
        <span>
          {texts.map((text) => (
            <span key={text} className="inline-block">
              {text}
            </span>
          ))}
        </span>
      </dd>
      {note && <dd className="pt-1 text-sm text-muted">{note}</dd>}
    </div>
  )
}

/** `texts` are read as one; a line may break between them. */
type Growth = { direction: 'up' | 'down' | 'same'; texts: readonly [string, string] }

/** Compares a figure with the one before: `比上一时段增加12（8.3%）`. Without a percentage from almost nothing. */
export function describeGrowth({ value, before }: ComparedCount, comparison: string): Growth {
  const change = value - before
  if (change === 0) return { direction: 'same', texts: [`与${comparison}`, '持平'] }
  const percentage = formatChangePercentage(value, before)
  const amount = formatCount(Math.abs(change))
  return change > 0
    ? { direction: 'up', texts: [`比${comparison}`, `增加${amount}${percentage}`] }
    : { direction: 'down', texts: [`比${comparison}`, `减少${amount}${percentage}`] }
}
