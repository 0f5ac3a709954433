import { calculateCheckScore } from './check-score.ts'

type Decided = { kind: string; isPassed: boolean | null }
type JudgedTask = { checks: readonly { weight: number }[]; threshold: number }

/**
 * Returns the score and outcome of a reply if its `rubric` checks are as a judge says: those that rules decided stay as they
 * are. Without checks, the verdict alone decides. `undefined` if another check is undecided, such as one for people.
 */
export function scoreWithVerdict(
  { checks, threshold }: JudgedTask,
  verdicts: readonly Decided[],
  isPassed: boolean,
): { score: number; isPassed: boolean } | undefined {
  if (checks.length === 0) return { score: isPassed ? 1 : 0, isPassed }
  if (verdicts.length !== checks.length) return undefined
  const filled = verdicts.map(({ kind, isPassed: decided }) => ({
    kind,
    isPassed: kind === 'rubric' && decided === null ? isPassed : decided,
  }))
  const score = calculateCheckScore(checks, filled)
  return score === null ? undefined : { score, isPassed: score >= threshold }
}
