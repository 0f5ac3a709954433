import type { Thresholds } from '#contracts/rules/score.ts'
import { ScoreFigure } from '../../parts/score-figure.tsx'
import { VerdictSeal } from '../../parts/verdict-seal.tsx'

/** On a narrow screen the result would be out of sight of the sliders: it stays under the header while they are moved. */
export function ResultStrip({
  result: { score, recommendation },
  thresholds,
}: {
  result: { score: number; recommendation: string }
  thresholds: Thresholds
}) {
  return (
    <div
      className="card sticky top-16 z-10 flex items-center justify-between px-5 py-2.5 shadow-md lg:hidden"
      aria-hidden="true"
    >
      <span className="text-sm text-muted">综合得分</span>
      <span className="flex items-center gap-4">
        <ScoreFigure score={score} thresholds={thresholds} className="text-3xl" />
        <VerdictSeal verdict={recommendation} className="size-11" />
      </span>
    </div>
  )
}
