import { scoreColor } from '#contracts/rules/score.ts'
import { toneClass } from '../../shared/tone.ts'

/** A score of 0 to 100 in its tone. */
export function ScoreFigure({ score, className = 'text-6xl' }: { score: number; className?: string }) {
  return (
    <span className={`inline-flex items-baseline gap-1 whitespace-nowrap text-tone ${toneClass(scoreColor(score))}`}>
      <span className={`leading-none font-semibold tabular-nums ${className}`}>{score}</span>
      <span className="text-base font-medium">分</span>
    </span>
  )
}
