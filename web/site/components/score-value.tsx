import { getScoreColor, type Thresholds } from '#contracts/rules/score.ts'
import { getToneClass } from '../../shared/tone.ts'

type ScoreValueProps = { score: number; thresholds: Thresholds; className?: string }

/** A score of 0 to 100, in the colour of its verdict by the given thresholds. */
export function ScoreValue({ score, thresholds, className = 'text-6xl' }: ScoreValueProps) {
  return (
    <span
      className={`inline-flex items-baseline gap-1 whitespace-nowrap text-tone ${getToneClass(getScoreColor(score, thresholds))}`}
    >
      <span className={`leading-none font-semibold tabular-nums ${className}`}>{score}</span>
      <span className="text-base font-medium">分</span>
    </span>
  )
}
