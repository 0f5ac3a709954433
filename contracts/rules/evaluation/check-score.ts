/** Floating-point sums of weights may miss a threshold by less than this. */
const ROUNDING = 1e-12

/**
 * Returns the score of a reply: the weight of the passed checks / the weight of all; `null` if a check is undecided.
 * `verdicts` stand in the order of `checks`, at least one of which has a weight above 0.
 */
export function calculateCheckScore(
  checks: readonly { weight: number }[],
  verdicts: readonly { isPassed: boolean | null }[],
): number | null {
  let [passed, total] = [0, 0]
  for (const [index, { isPassed }] of verdicts.entries()) {
    if (isPassed === null) return null
    const weight = checks[index]?.weight ?? 0
    total += weight
    if (isPassed) passed += weight
  }
  const score = passed / total
  return score > 1 - ROUNDING ? 1 : score
}
