import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import type { GrowingFigure } from '#contracts/analytics/analytics.ts'
import { growthInWords } from './growth-in-words.ts'

const SIGNS = { up: ArrowUp, down: ArrowDown, same: Minus }

type GrowingCardProps = { label: string; figure: GrowingFigure; than: string /** How it is counted. */; note?: string }

/** A figure and how it has changed, by sign and in words. */
export function GrowingCard({ label, figure, than, note }: GrowingCardProps) {
  const { direction, words } = growthInWords(figure, than)
  const Sign = SIGNS[direction]
  return (
    <div className="panel flex flex-col px-4 py-4 md:px-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="pt-1 text-3xl font-semibold tabular-nums">{figure.value.toLocaleString('zh-CN')}</dd>
      <dd className="flex items-start gap-1 pt-1 text-sm text-muted">
        <Sign className="mt-1 size-3.5 shrink-0" aria-hidden />
        {words}
      </dd>
      {note && <dd className="pt-1 text-sm text-muted">{note}</dd>}
    </div>
  )
}
